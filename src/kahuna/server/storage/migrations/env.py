"""What Alembic runs for each command: on the connection that `migrate` was given."""

from alembic import context

attributes = context.config.attributes
context.configure(
    connection=attributes["connection"],
    target_metadata=attributes["metadata"],
    render_as_batch=True,  # SQLite cannot alter a column
)
with context.begin_transaction():
    context.run_migrations()
