"""`kahuna verify` and `kahuna replay`, also of files with several records."""

import json
from pathlib import Path

from kahuna import Game
from kahuna.notation import Record
from tests.test_cli import run
from tests.test_fairness import OTHER, SERVERS, hash_of, local_game, site_game

NOTE = (
    "The hash is the record's own word. If you noted the one that was published before the game, "
    "give it with --hash.\n"
)


def named(record: Record, white: str, black: str) -> Record:
    return Record(record.tags | {"White": white, "Black": black}, record.tokens)


def test_verify_checks_the_seed_the_hash_and_every_card(tmp_path: Path) -> None:
    record, file = str(local_game()), tmp_path / "game.kgn"
    file.write_text(record)
    assert run("verify", file).stdout == (
        "game.kgn: fair. The seed fits its hash, and it gives the deal and the only draw.\n" + NOTE
    )
    assert "differs" in run("verify", file, "--seed", "00", fails=1).stderr
    file.write_text(record.replace('Seed "', 'Seed "00'))
    assert "was published" in run("verify", file, fails=1).stderr
    file.write_text(record.replace("+?K", "+?L"))
    assert "the seed gives +?K here" in run("verify", file, fails=1).stderr
    file.write_text("\n".join(line for line in record.splitlines() if "[Seed" not in line))
    assert "there is no tag Seed" in run("verify", file, fails=1).stderr
    seed, promise = b"aloha".hex(), hash_of(b"aloha")
    assert "fair" in run("verify", file, "--seed", seed, "--hash", promise).stdout
    assert "hexadecimal" in run("verify", file, "--seed", "xyz", "--hash", "00", fails=1).stderr


def test_verify_holds_a_site_to_the_hash_that_it_published(tmp_path: Path) -> None:
    record, file = str(site_game()), tmp_path / "game.kgn"
    file.write_text(record)
    told = run("verify", file, "--hash", hash_of(SERVERS)).stdout
    assert told.startswith("game.kgn: fair. The server's seed fits its hash; ")
    assert told.endswith(" Its hash is the one given.\n")
    assert "not the seed that was promised" in run("verify", file, "--hash", OTHER, fails=1).stderr
    file.write_text(record.replace('WhiteNumber "77a"', 'WhiteNumber "77b"'))
    done = run("verify", file, fails=1)
    assert "WhiteNumber" in done.stderr
    assert done.stdout == ""


def test_verify_wants_a_finished_game(tmp_path: Path) -> None:
    file = tmp_path / "game.kgn"
    file.write_text(Game(seed=b"aloha").record())
    assert "not over" in run("verify", file, "--seed", b"aloha".hex(), fails=1).stderr


def test_verify_checks_every_record_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.kgn"
    fair, running = named(site_game(), "Lani", "Kai"), Game(seed=b"aloha").record("White")
    file.write_text(f"{fair}\n{running}\n{local_game()}\n")
    done = run("verify", file)
    lines = done.stdout.splitlines(keepends=True)
    assert lines[0].startswith("games.kgn, record 1 (Lani – Kai): fair. The server's seed ")
    assert lines[1] == (
        "games.kgn, record 2: not checked: the game is not over, so its seed is still a secret\n"
    )
    assert lines[2].startswith("games.kgn, record 3: fair. ")
    assert lines[3:] == ["2 fair, 0 wrong, 1 not over yet\n", NOTE]
    assert "for one game" in run("verify", file, "--hash", OTHER, fails=1).stderr


def test_verify_fails_for_one_wrong_record_among_several_and_names_it(tmp_path: Path) -> None:
    file = tmp_path / "games.kgn"
    wrong, fair = named(site_game(), "Lani", "Kai"), named(local_game(), "Moe", "Noa")
    wrong.tags["BlackNumber"] = "1"
    file.write_text(f"{fair}\n{wrong}\n[KGN 1] AB\n{fair}\n")
    lines = run("verify", file, fails=1).stdout.splitlines()
    assert lines[0].startswith("games.kgn, record 1 (Moe – Noa): fair. ")
    assert lines[1].startswith("games.kgn, record 2 (Lani – Kai): wrong: ServerSeed mixed with ")
    assert lines[2].startswith("games.kgn, record 3: wrong: [KGN 1] AB: ")
    assert lines[3].startswith("games.kgn, record 4 (Moe – Noa): fair. ")
    assert lines[4] == "2 fair, 2 wrong"


def test_replay_reads_every_record_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.kgn"
    bad = str(local_game()).replace("DE +?K", "DE DE")
    file.write_text(f"{named(local_game(), 'Lani', 'Kai')}\n{bad}\n{site_game()}\n")
    done = run("replay", "--svg", tmp_path, file, fails=1)
    assert done.stdout.splitlines() == [
        "games.kgn, record 1 (Lani – Kai): round 1, turn 2, 0-0, White wins (resignation)",
        "games.kgn, record 3: round 1, turn 3, 0-0, Black wins (resignation)",
    ]
    assert done.stderr.startswith(f"kahuna: {file}, record 2: token 2, DE: ")
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["games-1.svg", "games-3.svg"]
    lines = map(json.loads, run("replay", "--json", file, fails=1).stdout.splitlines())
    assert [(line["file"], line["record"], "error" in line) for line in lines] == [
        ("games.kgn", 1, False),
        ("games.kgn", 2, True),
        ("games.kgn", 3, False),
    ]
