import { factors } from "@laro/contract/factors";
import { sessions } from "@laro/contract/sessions";
import { Secret, TOTP } from "otpauth";
import type { Person } from "./person.ts";

interface Place {
  readonly clock: { readonly now: () => Date };
  readonly guest: () => Person;
}

const STEP_MS = 30_000;

/** The code an authenticator shows for this key at a moment; `stepsLater` is another one's. */
export const codeAt = (key: string, at: Date, stepsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")), algorithm: "SHA1", digits: 6, period: 30 }).generate({
    timestamp: at.getTime() + stepsLater * STEP_MS,
  });

/** Six digits that no authenticator with this key shows at a moment or a step beside it. */
export function otherCodeAt(key: string, at: Date): string {
  const shown = [-1, 0, 1].map((stepsLater) => codeAt(key, at, stepsLater));
  return ["000000", "000001", "000002", "000003"].find((digits) => !shown.includes(digits))!;
}

/** Binds an authenticator to an operator who is logged in; answers its key and recovery codes. */
export async function enrolOperator(world: Pick<Place, "clock">, person: Person): Promise<{ key: string; recoveryCodes: readonly string[] }> {
  const { key } = await person.call(factors.beginTotpOperator, {});
  const { recoveryCodes } = await person.call(factors.confirmTotpOperator, { code: codeAt(key, world.clock.now()) });
  return { key, recoveryCodes };
}

/** Logs an operator in by password and the authenticator's code of this moment. */
export async function enterByCode(world: Pick<Place, "guest">, { name, password }: Person, factor: string): Promise<Person> {
  const person = world.guest();
  const { token } = await person.call(sessions.loginOperator, { username: name, password, factor });
  person.token = token;
  return person;
}
