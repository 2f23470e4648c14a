"""The tables. Times are milliseconds since 1970, UTC; secrets are stored hashed.

What a game is, is its `events`: the row in `games` only sums them up, so that lists
and clocks need not read them.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up only an INTEGER
Time = BigInteger

people = Table(
    "people",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("kind", String(10), nullable=False),  # guest, account, bot, computer, gone
    Column("password", String(200)),  # Argon2id, of an account that has one
    Column("email", String(254)),
    Column("language", String(5), nullable=False, server_default="en"),
    Column("notify", String(20), nullable=False, server_default="push mail"),  # what is wanted
    Column("level", Integer),  # of a computer player
    Column("owner", ForeignKey("people.id")),  # of a bot
    Column("banned", Boolean, nullable=False, server_default=text("false")),
    Column("created", Time, nullable=False),
    Column("seen", Time, nullable=False),
)
# Guests may share a name; whoever has registered one has it alone.
Index(
    "uq_people_registered_name",
    func.lower(people.c.name),
    unique=True,
    sqlite_where=people.c.kind.in_(("account", "bot", "computer")),
    postgresql_where=people.c.kind.in_(("account", "bot", "computer")),
)

sessions = Table(  # of a browser: a cookie
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Time, nullable=False),
    Column("used", Time, nullable=False),
)

api_tokens = Table(  # of a program
    "api_tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(80), nullable=False),
    Column("created", Time, nullable=False),
    Column("used", Time),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", LargeBinary, nullable=False, unique=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(80), nullable=False),
    Column("created", Time, nullable=False),
)

deals = Table(  # seeds whose hash has been published, for games to come
    "deals",
    metadata,
    Column("commitment", String(64), primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    Column("created", Time, nullable=False, index=True),
)

games = Table(
    "games",
    metadata,
    Column("id", Id, primary_key=True),
    Column("link", String(12), nullable=False, unique=True),
    Column("status", String(8), nullable=False),  # open, running, over, aborted
    # What was agreed
    Column("variants", String(4), nullable=False),
    Column("handicap", String(8)),  # "Black 2"
    Column("starts", String(8), nullable=False),  # White, Black, lot, holiday
    Column("pace", String(16), nullable=False),  # none, live, correspondence
    Column("base", BigInteger, nullable=False, server_default="0"),  # milliseconds
    Column("increment", BigInteger, nullable=False, server_default="0"),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("one_device", Boolean, nullable=False),
    Column("creator", ForeignKey("people.id"), nullable=False),
    Column("white", ForeignKey("people.id"), index=True),
    Column("black", ForeignKey("people.id"), index=True),
    # The dealer: the server's seed, and what the players add to it
    Column("seed", LargeBinary, nullable=False),
    Column("white_number", String(64), nullable=False, server_default=""),
    Column("black_number", String(64), nullable=False, server_default=""),
    # How many days ago their last holiday was: who needs one more may start
    Column("white_holiday", Integer, nullable=False, server_default="0"),
    Column("black_holiday", Integer, nullable=False, server_default="0"),
    # Where it stands
    Column("starter", String(5)),  # White or Black, once it has begun
    Column("seq", Integer, nullable=False, server_default="0"),  # events so far
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("mover", String(5)),  # White or Black, while it runs
    Column("thinking", Boolean, nullable=False, server_default=text("false")),  # a computer's turn
    Column("lease", Time, nullable=False, server_default="0"),  # a worker thinks until then
    Column("deadline", Time),  # when the mover's time is over
    Column("moved", Time),  # when the mover's clock began to run
    Column("white_left", BigInteger, nullable=False, server_default="0"),  # milliseconds
    Column("black_left", BigInteger, nullable=False, server_default="0"),
    Column("offer", String(5)),  # who asks to take a turn back
    Column("result", String(5), nullable=False, server_default="*"),
    Column("score", String(8), nullable=False, server_default="0-0"),
    Column("termination", String(16)),
    Column("rematch", ForeignKey("games.id")),  # the game that followed
    Column("created", Time, nullable=False),
    Column("started", Time),
    Column("ended", Time),
)
Index("ix_games_thinking", games.c.thinking, games.c.lease)
Index("ix_games_deadline", games.c.status, games.c.deadline)
Index("ix_games_public", games.c.public, games.c.status, games.c.started)

events = Table(  # the log: all that has happened in a game, in order, never changed
    "events",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # from 1
    Column("kind", String(10), nullable=False),  # turn, resign, timeout, takeback, abort
    Column("seat", String(5), nullable=False),
    Column("turn", Integer, nullable=False),  # the turn's number
    Column("tokens", Text, nullable=False),  # as in a record, chance included
    Column("at", Time, nullable=False),
    Column("left", BigInteger, nullable=False, server_default="0"),  # on the seat's clock then
)

chat = Table(
    "chat",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("phrase", String(20)),  # one of the polite ones, or
    Column("text", String(300)),
    Column("at", Time, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

seeks = Table(  # people who look for a game: an open seek, or quick pairing
    "seeks",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("quick", Boolean, nullable=False),
    Column("terms", Text, nullable=False),  # JSON
    Column("pool", String(16), nullable=False),
    Column("rating", Float, nullable=False),
    Column("seat", String(5), nullable=False),  # White, Black, lot
    Column("seed", LargeBinary, nullable=False),  # promised before its owner's number came
    Column("number", String(64), nullable=False),
    Column("holiday", Integer, nullable=False),
    Column("created", Time, nullable=False),
    Column("alive", Time, nullable=False),  # last heard of
    Column("game", ForeignKey("games.id", ondelete="CASCADE")),  # what it has led to
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("pool", String(16), primary_key=True),  # live, correspondence
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", Time, nullable=False),
)
Index("ix_ratings_leaders", ratings.c.pool, ratings.c.rating)

subscriptions = Table(  # Web Push
    "subscriptions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", Time, nullable=False),
    UniqueConstraint("person", "endpoint"),
)

notices = Table(  # that somebody was told of a turn, or saw it, so that it happens once
    "notices",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # of the event that made it their turn
    Column("at", Time, nullable=False),
)

challenges = Table(  # secrets given out that will be good once, until they expire
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),  # passkey, log-in, address
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("detail", String(254), nullable=False),
    Column("expires", Time, nullable=False, index=True),
)

analyses = Table(  # of games, by what they are the analyses of
    "analyses",
    metadata,
    Column("id", String(32), primary_key=True),  # a hash of the record and the depth
    Column("kgn", Text, nullable=False),  # without names
    Column("nodes", Integer, nullable=False),
    Column("total", Integer, nullable=False),  # turns
    Column("done", Text, nullable=False),  # JSON: the turns so far
    Column("result", Text),  # JSON: the whole, in the end
    Column("lease", Time, nullable=False, server_default="0"),  # a process is at it until then
    Column("created", Time, nullable=False),
    Column("used", Time, nullable=False, index=True),  # somebody looked
)

lessons_done = Table(
    "lessons_done",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(40), primary_key=True),
    Column("at", Time, nullable=False),
)

puzzles_tried = Table(
    "puzzles_tried",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),  # solved or given up: the solution may be shown
    Column("change", Float, nullable=False),  # of the solver's rating, by the first try
    Column("at", Time, nullable=False),
)
Index("ix_puzzles_tried_person_at", puzzles_tried.c.person, puzzles_tried.c.at)

site = Table(  # facts of the site itself, such as its key for Web Push
    "site",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
