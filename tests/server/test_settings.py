"""How a site is set up: defaults, a file, the environment, the command line."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from kahuna.errors import KahunaError
from kahuna.server.settings import Settings, networks, read_settings

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_the_file_is_over_the_defaults_the_environment_over_it_and_what_is_said_comes_last(
    tmp_path: Path,
) -> None:
    file = tmp_path / "kahuna.toml"
    file.write_text('host = "file"\nport = 1\nlog_level = "debug"\nrequest_limit = 5\n')
    environment = {"KAHUNA_HOST": "environment", "KAHUNA_PORT": "2", "KAHUNA_CACHE_DIR": "x"}
    settings = read_settings(file, environment, port=3, url=None)
    assert settings.port == 3
    assert settings.host == "environment"
    assert settings.log_level == "debug"
    assert settings.request_limit == 5
    assert settings.url == ""


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"port": "many"}, "port: 'many' is not a whole number"),
        ({"port": 70000}, "port: a port is a number up to 65535, not 70000"),
        ({"colour": "blue"}, "colour is not a setting; there are "),
        ({"log_level": "loud"}, "log_level: it is one of debug, info, warning, error"),
        ({"url": "play.example.org"}, "url: the public address is https://host or http://"),
        ({"url": "https://"}, "url: the public address is https://host or http://"),
        ({"url": "https://host:port"}, "url: the public address is https://host or http://"),
        ({"url": "https://[host"}, "url: the public address is https://host or http://"),
        ({"url": "https://host/kahuna"}, "url: the public address ends with its host and port"),
        ({"url": "https://host?kahuna"}, "url: the public address ends with its host and port"),
        ({"url": "https://me@host"}, "url: the public address ends with its host and port"),
        ({"smtp": "mail.example.org"}, "smtp: it is smtp://user:password@host:587"),
        ({"smtp": "smtp://me:sesame@host:port"}, "smtp: it is smtp://user:password@host:587"),
        ({"smtp": "smtp://me:se#same@host"}, "smtp: it is smtp://user:password@host:587"),
        ({"entry_limit": -1}, "entry_limit: it cannot be less than 0"),
        ({"thinkers": -1}, "thinkers: it cannot be less than 0"),
        ({"thinkers": 257}, "thinkers: it cannot be more than 256"),
        ({"study_nodes": 0}, "study_nodes: it cannot be less than 16"),
        ({"proxies": "nginx"}, "proxies: addresses or networks with commas between"),
        ({"metrics": "yes"}, "metrics: addresses or networks with commas between"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused_by_name(
    given: dict[str, object], error: str
) -> None:
    with pytest.raises(KahunaError, match=re.escape(error)):
        read_settings(None, {}, **given)


@pytest.mark.parametrize(
    "given",
    [
        {"url": "https://play.example.org/"},
        {"url": "http://[::1]:8717"},
        {"smtp": "smtps://mail.example.org"},
        {"smtp": "smtp://me%40host:se%23same@mail.example.org:2525"},
    ],
)
def test_an_address_may_have_all_that_can_be_meant(given: dict[str, str]) -> None:
    settings = read_settings(None, {}, **given)
    assert all(getattr(settings, name) == value for name, value in given.items())


@pytest.mark.parametrize("text", ["port = ", "colour = 'blue'", "[host]\nx = 1"])
def test_a_file_that_is_none_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "kahuna.toml"
    file.write_text(text)
    with pytest.raises(KahunaError, match=re.escape(str(file))):
        read_settings(file, {})


def test_a_password_is_not_in_the_error_about_a_database() -> None:
    with pytest.raises(KahunaError) as error:
        _ = Settings(database="mysql://me:secret@host/name").database_url
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ({}, "http://127.0.0.1:8717"),
        ({"host": "::1", "port": "80"}, "http://[::1]:80"),
        ({"host": "0.0.0.0", "url": "https://play.example.org/"}, "https://play.example.org"),
    ],
)
def test_the_public_address_is_the_one_set_or_where_it_listens(
    given: dict[str, str], address: str
) -> None:
    assert read_settings(None, {}, **given).address == address


def test_cookies_are_secure_where_the_public_address_is() -> None:
    assert Settings(url="https://play.example.org").secure
    assert not Settings().secure


def test_networks_are_addresses_or_ranges_of_them() -> None:
    assert [str(network) for network in networks(" 127.0.0.1 ,10.0.0.0/8,, ::1")] == [
        "127.0.0.1/32", "10.0.0.0/8", "::1/128",
    ]  # fmt: skip


def test_the_table_in_the_docs_has_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| .+ \|$", DOCS.read_text(), re.MULTILINE)
    defaults = [(part.name, getattr(Settings(), part.name)) for part in fields(Settings)]
    assert rows == [(name, f"`{value}`" if value != "" else "") for name, value in defaults]
