import { sessions } from "@laro/contract/sessions";
import { withdrawals, type Withdrawal } from "@laro/contract/withdrawals";
import sharp from "sharp";
import { addTurnover } from "../core/turnover/turnover.ts";
import { requestWithdrawal } from "../features/withdrawals/withdrawals.request.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/outbox.ts";
import { bindPayoutAccount } from "./cashier.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";
import { soon } from "./soon.ts";

export type Member = Awaited<ReturnType<World["player"]>>;

/** Asks for a withdrawal as someone whose payment password was just checked: many at once cost no hashing. */
export const askFor = (world: World, { id: accountId }: Member, payoutAccountId: bigint, amount: bigint): Promise<Withdrawal> =>
  requestWithdrawal(world.open.platform, {
    accountId,
    request: { requestId: newId(world.clock.now()), amount, payoutAccountId },
    prove: () => Promise.resolve(),
    now: world.clock.now(),
  });

/** Leaves a member with so much still to be staked, in a line of its own. */
export const oweTurnover = (world: World, { id: accountId }: Member, neededMinor: bigint): Promise<void> => {
  const now = world.clock.now();
  return world.open.platform.database.begin((tx) => addTurnover(tx, { accountId, source: "adjustment", sourceId: newId(now), neededMinor, now }));
};

/** A member with money, a payout account and a withdrawal of some of it. */
export async function requested(world: World, amount = 400_00n, balance = 1_000_00n): Promise<{ ann: Member; to: bigint; id: string }> {
  const ann = await world.player({ balance });
  const to = await bindPayoutAccount(ann);
  const { id } = await askFor(world, ann, to, amount);
  return { ann, to, id };
}

/** Waits until a withdrawal is in a state. */
export const withdrawalIs = (person: Person, id: string, state: Withdrawal["state"]): Promise<Withdrawal> =>
  soon(async () => {
    const withdrawal = await person.call(withdrawals.get, { id });
    if (withdrawal.state !== state) throw new Error(`The withdrawal is still ${withdrawal.state}, not ${state}.`);
    return withdrawal;
  });

/** The same, approved by one officer and paid by the provider. */
export async function paid(world: World, officer: Person, amount = 400_00n): Promise<{ ann: Member; to: bigint; id: string }> {
  const made = await requested(world, amount);
  await officer.call(withdrawals.approve, { id: made.id, reason: "checked" });
  await world.work();
  await withdrawalIs(made.ann, made.id, "paid");
  return made;
}

/** Does what the clock does every minute. */
export async function lookAtSilence(world: World): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "withdrawals:closeUnanswered", {}));
  await world.work();
}

/** Logs someone in again whose session ended while time passed. */
export async function comeBack(person: Person): Promise<void> {
  person.token = undefined;
  const entered = await person.call(sessions.login, { username: person.name, password: person.password, type: "username", entry: "player" });
  person.token = entered.token;
}

/** A picture as the web sends it. */
export const picture = async (): Promise<string> =>
  (
    await sharp({ create: { width: 60, height: 40, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer()
  ).toString("base64");
