"""A database at the other end of a network: whoever asks for encryption gets it, or nothing."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from kahuna.errors import KahunaError
from kahuna.server.settings import Settings
from kahuna.server.storage.database import Database
from tests.server import postgres as server
from tests.server.club import Club
from tests.server.postgres import Postgres

DAY = timedelta(days=1)
IN_THE_CLEAR = """
    SELECT pid FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
    WHERE NOT ssl AND datname = '{}' AND pid != pg_backend_pid()
"""


def key_and_certificate(name: str) -> tuple[bytes, bytes]:
    """Return a new key of a server and its certificate, which it has signed itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - DAY)
        .not_valid_after(now + DAY)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret, certificate.public_bytes(Encoding.PEM)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Postgres, Path]]:
    """A server that encrypts, and the file by which it is known."""
    key, certificate = key_and_certificate("localhost")
    file = tmp_path_factory.mktemp("known") / "root.pem"
    file.write_bytes(certificate)
    with server.postgres(encrypts_by=key + certificate) as started:
        yield started, file


@pytest.mark.parametrize("asking", ["sslmode=require", "ssl=require", "sslmode=verify-full"])
def test_every_connection_of_a_site_is_encrypted(known: tuple[Postgres, Path], asking: str) -> None:
    postgres, file = known
    name = postgres.new_database().partition("?")[0].rpartition("/")[2]
    address = f"{postgres.encrypted_url(name)}?{asking}"
    if "verify" in asking:
        address += f"&sslrootcert={file}"

    async def story() -> None:
        async with Club(address) as club:
            lani, kai = await club.guests("Lani", "Kai")
            link = await lani.invites(kai, starts="White")
            await lani.turn(link, "+?")
            assert await asyncio.to_thread(postgres.run, name, IN_THE_CLEAR.format(name)) == []

    asyncio.run(story())


def test_a_server_that_is_not_who_it_should_be_is_told_nothing(
    known: tuple[Postgres, Path], tmp_path: Path
) -> None:
    postgres, _ = known
    other = tmp_path / "other.pem"
    other.write_bytes(key_and_certificate("localhost")[1])
    address = postgres.encrypted_url("postgres")

    settings = Settings(database=f"{address}?sslmode=verify-full&sslrootcert={other}")
    with pytest.raises(KahunaError, match=r"does not answer: .*CERTIFICATE_VERIFY_FAILED"):
        asyncio.run(Database(settings.database_url).open())
