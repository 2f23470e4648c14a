"""What people study."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kgn", sa.Text(), nullable=False),
        sa.Column("nodes", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("lease", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analyses")),
    )
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_analyses_used"), ["used"], unique=False)

    op.create_table(
        "lessons_done",
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("lesson", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_lessons_done_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "lesson", name=op.f("pk_lessons_done")),
    )
    op.create_table(
        "puzzles_tried",
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("change", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_puzzles_tried_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "puzzle", name=op.f("pk_puzzles_tried")),
    )
    with op.batch_alter_table("puzzles_tried", schema=None) as batch_op:
        batch_op.create_index("ix_puzzles_tried_person_at", ["person", "at"], unique=False)


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("puzzles_tried", schema=None) as batch_op:
        batch_op.drop_index("ix_puzzles_tried_person_at")

    op.drop_table("puzzles_tried")
    op.drop_table("lessons_done")
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_analyses_used"))

    op.drop_table("analyses")
