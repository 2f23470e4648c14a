"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_table(
        "deals",
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("commitment", name=op.f("pk_deals")),
    )
    with op.batch_alter_table("deals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deals_created"), ["created"], unique=False)

    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("language", sa.String(length=5), server_default="en", nullable=False),
        sa.Column("notify", sa.String(length=20), server_default="push mail", nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("owner", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("banned", sa.Boolean(), server_default=sa.text("(false)"), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name=op.f("fk_people_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "site",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_site")),
    )
    op.create_table(
        "api_tokens",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_api_tokens_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_api_tokens")),
    )
    with op.batch_alter_table("api_tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_tokens_person"), ["person"], unique=False)

    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("link", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("variants", sa.String(length=4), nullable=False),
        sa.Column("handicap", sa.String(length=8), nullable=True),
        sa.Column("starts", sa.String(length=8), nullable=False),
        sa.Column("pace", sa.String(length=16), nullable=False),
        sa.Column("base", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("increment", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("one_device", sa.Boolean(), nullable=False),
        sa.Column("creator", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("white", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("black", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("white_number", sa.String(length=64), server_default="", nullable=False),
        sa.Column("black_number", sa.String(length=64), server_default="", nullable=False),
        sa.Column("white_holiday", sa.Integer(), server_default="0", nullable=False),
        sa.Column("black_holiday", sa.Integer(), server_default="0", nullable=False),
        sa.Column("starter", sa.String(length=5), nullable=True),
        sa.Column("seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("turn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("mover", sa.String(length=5), nullable=True),
        sa.Column("thinking", sa.Boolean(), server_default=sa.text("(false)"), nullable=False),
        sa.Column("lease", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("moved", sa.BigInteger(), nullable=True),
        sa.Column("white_left", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("black_left", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("offer", sa.String(length=5), nullable=True),
        sa.Column("result", sa.String(length=5), server_default="*", nullable=False),
        sa.Column("score", sa.String(length=8), server_default="0-0", nullable=False),
        sa.Column("termination", sa.String(length=16), nullable=True),
        sa.Column("rematch", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["black"], ["people.id"], name=op.f("fk_games_black")),
        sa.ForeignKeyConstraint(["creator"], ["people.id"], name=op.f("fk_games_creator")),
        sa.ForeignKeyConstraint(["rematch"], ["games.id"], name=op.f("fk_games_rematch")),
        sa.ForeignKeyConstraint(["white"], ["people.id"], name=op.f("fk_games_white")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("link", name=op.f("uq_games_link")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_black"), ["black"], unique=False)
        batch_op.create_index("ix_games_deadline", ["status", "deadline"], unique=False)
        batch_op.create_index("ix_games_public", ["public", "status", "started"], unique=False)
        batch_op.create_index("ix_games_thinking", ["thinking", "lease"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_white"), ["white"], unique=False)

    op.create_table(
        "mutes",
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("muted", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(
            ["muted"], ["people.id"], name=op.f("fk_mutes_muted"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_mutes_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "muted", name=op.f("pk_mutes")),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("credential", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_passkeys_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
    )
    with op.batch_alter_table("passkeys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passkeys_person"), ["person"], unique=False)

    op.create_table(
        "ratings",
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("pool", sa.String(length=16), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_ratings_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "pool", name=op.f("pk_ratings")),
    )
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.create_index("ix_ratings_leaders", ["pool", "rating"], unique=False)

    op.create_table(
        "seeks",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("quick", sa.Boolean(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("pool", sa.String(length=16), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("seat", sa.String(length=5), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.String(length=64), nullable=False),
        sa.Column("holiday", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("alive", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_seeks_game"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_seeks_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seeks")),
    )
    with op.batch_alter_table("seeks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seeks_person"), ["person"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_sessions_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_sessions")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_person"), ["person"], unique=False)

    op.create_table(
        "subscriptions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=120), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_subscriptions_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscriptions")),
        sa.UniqueConstraint("person", "endpoint", name=op.f("uq_subscriptions_person_endpoint")),
    )
    with op.batch_alter_table("subscriptions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_subscriptions_person"), ["person"], unique=False)

    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("phrase", sa.String(length=20), nullable=True),
        sa.Column("text", sa.String(length=300), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_chat_game"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_chat_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_game"), ["game"], unique=False)

    op.create_table(
        "events",
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.String(length=5), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("left", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_events_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_events")),
    )
    op.create_table(
        "notices",
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_notices_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_notices")),
    )

    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("detail", sa.String(length=254), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_challenges_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_challenges")),
    )
    with op.batch_alter_table("challenges", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_challenges_expires"), ["expires"], unique=False)
        batch_op.create_index(batch_op.f("ix_challenges_person"), ["person"], unique=False)

    op.execute(
        "CREATE UNIQUE INDEX uq_people_registered_name ON people (lower(name)) "
        "WHERE kind IN ('account', 'bot', 'computer')"
    )


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("challenges", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_challenges_person"))
        batch_op.drop_index(batch_op.f("ix_challenges_expires"))

    op.drop_table("challenges")
    op.drop_table("notices")
    op.drop_table("events")
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chat_game"))

    op.drop_table("chat")
    with op.batch_alter_table("subscriptions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_subscriptions_person"))

    op.drop_table("subscriptions")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_person"))

    op.drop_table("sessions")
    with op.batch_alter_table("seeks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seeks_person"))

    op.drop_table("seeks")
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.drop_index("ix_ratings_leaders")

    op.drop_table("ratings")
    with op.batch_alter_table("passkeys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_passkeys_person"))

    op.drop_table("passkeys")
    op.drop_table("mutes")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_white"))
        batch_op.drop_index("ix_games_thinking")
        batch_op.drop_index("ix_games_public")
        batch_op.drop_index("ix_games_deadline")
        batch_op.drop_index(batch_op.f("ix_games_black"))

    op.drop_table("games")
    with op.batch_alter_table("api_tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_tokens_person"))

    op.drop_table("api_tokens")
    op.drop_table("site")
    op.drop_table("people")
    with op.batch_alter_table("deals", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deals_created"))

    op.drop_table("deals")
