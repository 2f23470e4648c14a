// Passkeys: the browser's part of WebAuthn, with the server's JSON on the other side.
import { ask } from "./api";

export function canPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && isSecureContext;
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function coded(buffer: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// What the server sends, in so far as it must be decoded; the rest is passed on as it is.
interface Known {
  id: string;
  type: "public-key";
}
interface CreationJson {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Known[];
}
interface RequestJson {
  challenge: string;
  allowCredentials?: Known[];
}

const decoded = (known: Known[] = []) => known.map((one) => ({ ...one, id: bytes(one.id) }));

/** Make a passkey. A guest becomes the account `name` by it. Says whether the player went on. */
export async function makePasskey(name: string | null, label: string): Promise<boolean> {
  const options = (await ask("post", "/api/passkeys/options", {
    body: { name },
  })) as unknown as CreationJson;
  const made = await offered(() =>
    navigator.credentials.create({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialCreationOptions),
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: decoded(options.excludeCredentials),
      },
    }),
  );
  if (!made) return false;
  const response = made.response as AuthenticatorAttestationResponse;
  await ask("post", "/api/passkeys", {
    body: {
      label,
      credential: {
        id: made.id,
        response: {
          attestationObject: coded(response.attestationObject),
          clientDataJSON: coded(response.clientDataJSON),
        },
      },
    },
  });
  return true;
}

/** Log in by a passkey. Says whether the player went on. */
export async function logInByPasskey(): Promise<boolean> {
  const options = (await ask("post", "/api/passkeys/log-in/options")) as unknown as RequestJson;
  const known = await offered(() =>
    navigator.credentials.get({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialRequestOptions),
        challenge: bytes(options.challenge),
        allowCredentials: decoded(options.allowCredentials),
      },
    }),
  );
  if (!known) return false;
  const response = known.response as AuthenticatorAssertionResponse;
  await ask("post", "/api/passkeys/log-in", {
    body: {
      credential: {
        id: known.id,
        response: {
          authenticatorData: coded(response.authenticatorData),
          signature: coded(response.signature),
          clientDataJSON: coded(response.clientDataJSON),
          userHandle: response.userHandle ? coded(response.userHandle) : null,
        },
      },
    },
  });
  return true;
}

/** Who closes the browser's dialog has not made a mistake. */
async function offered(
  act: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | null> {
  try {
    return (await act()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotAllowedError") return null;
    throw error;
  }
}
