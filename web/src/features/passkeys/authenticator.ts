import type { NewCredential, ShownCredential } from "@laro/contract/passkeys";

const ADDRESS = /^[\d.]+$|:/;

/** Whether this browser can keep and show passkeys for this site: they belong to a name, never to a bare address. */
export const hasPasskeys = (): boolean =>
  isSecureContext && !ADDRESS.test(location.hostname) && "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Nobody showed or made anything: the browser's dialog was closed, or its time was over. */
export class NothingShown extends Error {}

async function ask(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new NothingShown();
  return credential.toJSON();
}

/** Lets the browser make a passkey by what the server asked for. Throws `NothingShown`. */
export async function makePasskey(options: Readonly<Record<string, unknown>>): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  return (await ask(navigator.credentials.create({ publicKey }))) as NewCredential;
}

/** Lets somebody show a passkey. Throws `NothingShown`. */
export async function showPasskey(options: Readonly<Record<string, unknown>>): Promise<ShownCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return (await ask(navigator.credentials.get({ publicKey }))) as ShownCredential;
}
