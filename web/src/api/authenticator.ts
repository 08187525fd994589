import type { ShownCredential } from "@laro/contract/core/credential";
import { type NewCredential, passkeys } from "@laro/contract/passkeys";
import { call } from "./call.ts";

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

/** Lets somebody show a passkey; by `quiet` only where the browser lists it among what it fills in, until that is called off. Throws `NothingShown`. */
export async function showPasskey(quiet?: AbortSignal): Promise<ShownCredential> {
  const { options } = await call(passkeys.beginEnter, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return (await ask(navigator.credentials.get({ publicKey, ...(quiet && { mediation: "conditional", signal: quiet }) }))) as ShownCredential;
}

/** Whether this browser lists passkeys among what it fills in. */
export const fillsPasskeysIn = async (): Promise<boolean> => hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
