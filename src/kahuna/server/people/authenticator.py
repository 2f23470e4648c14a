"""What browsers and authenticators say about passkeys (WebAuthn), and whether it holds."""

import hashlib
import ipaddress
import logging
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
import webauthn
from msgspec import Meta
from webauthn.helpers import base64url_to_bytes, options_to_json_dict, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from kahuna.server.errors import RefusedError, conflict
from kahuna.server.settings import Settings

SITE_NAME = "Kahuna"
log = logging.getLogger(__name__)

Coded = Annotated[str, Meta(max_length=16_000, description="Base64url")]


class Attestation(msgspec.Struct, frozen=True, rename="camel"):
    """What a new passkey says."""

    attestation_object: Coded
    client_data_json: Coded = msgspec.field(name="clientDataJSON")


class Assertion(msgspec.Struct, frozen=True, rename="camel"):
    """What a known passkey says."""

    authenticator_data: Coded
    signature: Coded
    client_data_json: Coded = msgspec.field(name="clientDataJSON")
    user_handle: Coded | None = None


class NewCredential(msgspec.Struct, frozen=True):
    """What `navigator.credentials.create` gave, as its `toJSON` writes it."""

    id: Annotated[str, Meta(min_length=1, max_length=1400)]
    response: Attestation


class Credential(msgspec.Struct, frozen=True):
    """What `navigator.credentials.get` gave, as its `toJSON` writes it."""

    id: Annotated[str, Meta(min_length=1, max_length=1400)]
    response: Assertion


class RelyingParty(NamedTuple):
    """For whom passkeys are made: a domain, and the one origin it is used from."""

    id: str
    origin: str


class PublicKey(NamedTuple):
    """A passkey's public part."""

    credential: bytes
    key: bytes
    sign_count: int


def relying_party(settings: Settings, host: str) -> RelyingParty:
    """Return for whom passkeys are made; `host` is what the request's header said.

    It is the site's own address; only on loopback may it be `localhost` instead, which
    browsers take for a domain. An address of digits never is one.
    """
    url = urlsplit(settings.address)
    if _is_loopback(url.hostname or "") and urlsplit(f"//{host}").hostname == "localhost":
        return RelyingParty("localhost", f"{url.scheme}://{host}")
    if url.hostname is None or _is_address(url.hostname):
        raise conflict(
            "no-domain",
            "passkeys need the site to have a name; on the computer it runs on, open it as "
            f"http://localhost:{settings.port}",
        )
    return RelyingParty(url.hostname, f"{url.scheme}://{url.netloc}")


def user_handle(person: int) -> bytes:
    """Return how authenticators tell people apart; it says nothing about them."""
    return hashlib.sha256(f"kahuna person {person}".encode()).digest()


def creation_options(
    party: RelyingParty, challenge: str, person: int, name: str, known: list[bytes]
) -> dict[str, Any]:
    """Return what `navigator.credentials.create` takes; `known` passkeys are not made again."""
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=SITE_NAME,
        user_id=user_handle(person),
        user_name=name,
        challenge=challenge.encode(),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
    )
    return options_to_json_dict(options)


def request_options(party: RelyingParty, challenge: str) -> dict[str, Any]:
    """Return what `navigator.credentials.get` takes; the browser offers whom it knows."""
    options = webauthn.generate_authentication_options(
        rp_id=party.id,
        challenge=challenge.encode(),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def challenge_of(client_data: str) -> str:
    """Return the challenge that an answer answers."""
    try:
        return parse_client_data_json(base64url_to_bytes(client_data)).challenge.decode("ascii")
    except (WebAuthnException, ValueError, TypeError, RecursionError):
        raise bad_passkey() from None


def check_new(party: RelyingParty, challenge: str, answer: NewCredential) -> PublicKey:
    """Return the public part of a new passkey; refuse what does not hold."""
    try:
        verified = webauthn.verify_registration_response(
            credential=RegistrationCredential(
                id=answer.id,
                raw_id=base64url_to_bytes(answer.id),
                response=AuthenticatorAttestationResponse(
                    base64url_to_bytes(answer.response.client_data_json),
                    base64url_to_bytes(answer.response.attestation_object),
                ),
            ),
            expected_challenge=challenge.encode(),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except Exception as error:  # noqa: BLE001 - a stranger's bytes pass through many parsers
        raise _bad(error) from None
    return PublicKey(verified.credential_id, verified.credential_public_key, verified.sign_count)


def check(party: RelyingParty, challenge: str, answer: Credential, known: PublicKey) -> int:
    """Return how often a known passkey has signed; refuse what does not hold."""
    said = answer.response
    try:
        verified = webauthn.verify_authentication_response(
            credential=AuthenticationCredential(
                id=answer.id,
                raw_id=base64url_to_bytes(answer.id),
                response=AuthenticatorAssertionResponse(
                    base64url_to_bytes(said.client_data_json),
                    base64url_to_bytes(said.authenticator_data),
                    base64url_to_bytes(said.signature),
                ),
            ),
            expected_challenge=challenge.encode(),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=known.key,
            credential_current_sign_count=known.sign_count,
            require_user_verification=True,
        )
    except Exception as error:  # noqa: BLE001 - a stranger's bytes pass through many parsers
        raise _bad(error) from None
    return verified.new_sign_count


def decoded(text: str) -> bytes:
    """Return bytes from Base64url; refuse what is not that."""
    try:
        return base64url_to_bytes(text)
    except ValueError:
        raise bad_passkey() from None


def bad_passkey() -> RefusedError:
    """Return the refusal of a passkey; why, only its owner's browser could say."""
    return RefusedError(401, "passkey", "this passkey cannot be accepted: begin again")


def _bad(error: Exception) -> RefusedError:
    log.info("a passkey was refused: %s", type(error).__name__)
    return bad_passkey()


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
