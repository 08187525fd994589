import { createHmac, randomUUID } from "node:crypto";
import { accounts } from "@laro/contract/accounts";
import { deposits, type Deposit } from "@laro/contract/deposits";
import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { sessions } from "@laro/contract/sessions";
import sharp from "sharp";
import { giveBonus } from "../core/bonuses/bonuses.ts";
import { derivedId, newId } from "../platform/ids.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";
import { soon } from "./soon.ts";

export const PAYMENT_PASSWORD = "135790";

/** Opens a deposit, without paying it. */
export const openDeposit = (world: World, person: Person, amount: bigint, bonusCode?: string): Promise<Deposit> =>
  person.call(deposits.create, { requestId: newId(world.clock.now()), method: "QRPH", amount, ...(bonusCode === undefined ? {} : { bonusCode }) });

interface Gift {
  readonly amountMinor: bigint;
  readonly wagering: bigint;
  readonly days?: number;
}

/** Gives a bonus that no deposit brought; answers its id. */
export async function giveFreely({ clock, open }: World, accountId: bigint, { days = 7, ...gift }: Gift): Promise<string> {
  const { database, timeZone } = open.platform;
  const now = clock.now();
  const id = derivedId("bonus", newId(now));
  await database.begin((tx) => giveBonus(tx, { now, timeZone }, { ...gift, id, accountId, code: "TEST", days }));
  return id;
}

/** A picture a member could hand in, as base64. */
export const drawPicture = async (): Promise<string> =>
  (
    await sharp({ create: { width: 60, height: 90, channels: 3, background: "teal" } })
      .png()
      .toBuffer()
  ).toString("base64");

/** Logs a person in again whose session is over. */
export async function enterAgain(person: Person): Promise<void> {
  person.token = (await person.call(sessions.login, { username: person.name, password: person.password, type: "username", entry: "player" })).token;
}

/** Waits until a deposit is in a state. */
export const depositIs = (person: Person, id: string, state: Deposit["state"]): Promise<Deposit> =>
  soon(async () => {
    const deposit = await person.call(deposits.get, { id });
    if (deposit.state !== state) throw new Error(`The deposit is still ${deposit.state}, not ${state}.`);
    return deposit;
  });

/** Sets the payment password where there is none and binds a payout account; answers its id. */
export async function bindPayoutAccount(person: Person): Promise<bigint> {
  const { hasPaymentPassword } = await person.call(accounts.me, {});
  if (!hasPaymentPassword) await person.call(accounts.setPaymentPassword, { password: person.password, paymentPassword: PAYMENT_PASSWORD });
  const { id } = await person.call(payoutAccounts.add, { bank: "GCASH", holder: "Ann Reyes", number: "09170001234", paymentPassword: PAYMENT_PASSWORD });
  return id;
}

interface Forgery {
  /** The sender's address, which messages are counted by. */
  readonly ip?: string;
  readonly secret?: string;
  readonly at?: Date;
  readonly signedBody?: string;
}

/** Sends the gateway a message of the payment provider's making, or of anyone's. Answers the HTTP status. */
export async function sendMessage(
  world: Pick<World, "address" | "clock" | "open">,
  event: object | string,
  { ip, secret, at = world.clock.now(), signedBody }: Forgery = {},
): Promise<number> {
  const body =
    typeof event === "string"
      ? event
      : JSON.stringify({ id: randomUUID(), providerId: `pay_${randomUUID()}`, currency: "PHP", at: at.toISOString(), ...event });
  const timestamp = String(at.getTime());
  const signature = createHmac("sha256", secret ?? world.open.platform.config.pspSecret ?? "")
    .update(`${timestamp}.${signedBody ?? body}`)
    .digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-psp-timestamp": timestamp,
    "x-psp-signature": signature,
    ...(ip === undefined ? {} : { "x-forwarded-for": ip }),
  };
  return (await fetch(`${world.address}/gateway/psp`, { method: "POST", headers, body })).status;
}

/** What the gateway put on record, oldest first. */
export const recordedMessages = (world: World) =>
  world.open.platform.database.db.selectFrom("webhook_event").select(["event_id as eventId", "accepted", "fault"]).orderBy("id").execute();
