/** Everybody who calls in the proof of answers, and what its member owns. */
import { accountTypes, type AccountType } from "@laro/contract/core/accountTypes";
import { deposits } from "@laro/contract/deposits";
import { operatorRoles, type OperatorRole } from "@laro/contract/operators";
import { rounds } from "@laro/contract/rounds";
import { createAccount } from "../core/accounts/accounts.ts";
import { createOperator } from "../core/accounts/operators.ts";
import { changeStanding, startRest } from "../core/accounts/standing.ts";
import { grantBonus } from "../core/bonuses/bonuses.ts";
import { hashPassword } from "../core/sessions/passwords.ts";
import { endSession, hashToken, openSession } from "../core/sessions/sessions.ts";
import { gated } from "../core/limits/gates.ts";
import { packs } from "../core/settings/packs.ts";
import { writeMessage } from "../features/messages/messages.ts";
import { shutOut } from "../features/protection/protection.ts";
import { newId } from "../platform/ids.ts";
import { rollDice } from "../testing/bets.ts";
import { bindPayoutAccount, drawPicture, PAYMENT_PASSWORD } from "../testing/cashier.ts";
import { plantContract } from "../testing/agentContracts.ts";
import { plantContract as plantActive, plantPay } from "../testing/commissions.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import { askFor } from "../testing/withdrawals.ts";
import { beginThreadOf } from "../testing/feedback.ts";
import type { World } from "../testing/world.ts";
import { openEligibilityCase } from "../core/accounts/eligibility.ts";
import type { Things } from "./answers.inputs.ts";

export interface Caller {
  readonly name: string;
  readonly kind: "nobody" | "member" | "operator";
  readonly headers: Readonly<Record<string, string>>;
  /** The server that is called. */
  readonly world: World;
  /** What is this caller's own among the things that are asked for: what they may do with it is what a state of theirs decides. */
  readonly own: Partial<Things>;
  /** The token of a session, of a new one where a call may have changed the last. */
  readonly enter: () => Promise<string | undefined>;
}

export interface Cast {
  readonly callers: readonly Caller[];
  readonly things: Things;
}

const sessionOf = (token: string): string => hashToken(token).toString("base64url");

type Session = Omit<Parameters<typeof openSession>[1], "kind" | "subjectId" | "ip" | "now" | "mustChangePassword"> & { readonly mustChangePassword?: boolean };

const PASSWORD = "Correct-horse-7";
const BALANCE_MINOR = 100_000_00n;
const YEAR_MS = 365 * 86_400_000;

/** Makes accounts and officers, and enters as them. */
class Casting {
  readonly #world: World;
  readonly #hashes: { readonly password: string; readonly pin: string };
  #count = 0;

  constructor(world: World, hashes: { readonly password: string; readonly pin: string }) {
    this.#world = world;
    this.#hashes = hashes;
  }

  /** An account with money and a payment password. */
  async account(type: AccountType = accountTypes.player, { parentId = null, verification = "A" }: { parentId?: bigint | null; verification?: string } = {}) {
    const { database, config, keys } = this.#world.open.platform;
    const id = await database.begin(async (tx) => {
      const person = { name: `answers${++this.#count}`, passwordHash: this.#hashes.password, type, parentId };
      const made = await createAccount(tx, { ...person, pack: packs[config.pack], keys, now: this.#world.clock.now() });
      await tx.updateTable("account").set({ payment_password_hash: this.#hashes.pin }).where("id", "=", made).execute();
      await changeStanding(tx, { accountId: made, verification });
      return made;
    });
    if (type !== accountTypes.trial) await this.#world.give(id, BALANCE_MINOR);
    return id;
  }

  nobody(name: string, enter: Caller["enter"]): Caller {
    return { name, kind: "nobody", headers: {}, world: this.#world, own: {}, enter };
  }

  member(name: string, id: bigint, { session, headers = {}, own = {} }: { session?: Session; headers?: Caller["headers"]; own?: Caller["own"] } = {}): Caller {
    return { name, kind: "member", headers, world: this.#world, own, enter: this.enterAs("member", id, session) };
  }

  /** A player with an upline and a payout account, whom nothing but their own state keeps from anything. */
  async stranger(parentId: bigint, verification = "A"): Promise<{ id: bigint; own: Caller["own"] }> {
    const id = await this.account(accountTypes.player, { parentId, verification });
    const bound = "insert into payout_account (account_id, bank, holder, number, created_at) values ($1, 'GCASH', 'Ann Reyes', $2, $3) returning id::text";
    const [row] = await asOwner<{ id: string }>(this.#world.open.url, bound, [id, `0918${id}`, this.#world.clock.now()]);
    return { id, own: { payoutAccount: row!.id } };
  }

  async operator(name: string, role: OperatorRole, session?: Session): Promise<Caller> {
    const officer = { name: `answers${++this.#count}`, passwordHash: this.#hashes.password, roles: [role], now: this.#world.clock.now() };
    const id = await this.#world.open.platform.database.begin((tx) => createOperator(tx, officer));
    if (id === undefined) throw new Error("The officer's name is taken.");
    return { name, kind: "operator", headers: {}, world: this.#world, own: {}, enter: this.enterAs("operator", id, session) };
  }

  /** One session at a time: of those that opened in one moment, nobody could say which is the oldest and ends. */
  enterAs(kind: "member" | "operator", subjectId: bigint, session: Session = {}): () => Promise<string> {
    let last: string | undefined;
    return () =>
      this.#world.open.platform.database.begin(async (tx) => {
        const now = this.#world.clock.now();
        if (last !== undefined) await endSession(tx, { session: sessionOf(last), now });
        return (last = await openSession(tx, { kind, subjectId, mustChangePassword: false, isProved: true, ip: "10.9.9.9", now, ...session }));
      });
  }
}

/** Opens the accounts of everybody who calls, and what the member owns. */
export async function openCast(world: World, strict: World): Promise<Cast> {
  const [password, pin] = await Promise.all([hashPassword(PASSWORD), hashPassword(PAYMENT_PASSWORD)]);
  const casting = new Casting(world, { password, pin });
  const strictly = new Casting(strict, { password, pin });
  const unverified = await strictly.stranger(await strictly.account(accountTypes.agent), "N");
  const { player, agent, trial } = accountTypes;
  const agentTop = await casting.account(agent);
  const agentUp = await casting.account(agent, { parentId: agentTop });
  const own = await casting.account(player, { parentId: agentUp });
  const contract = await plantContract(world, agentUp);
  const earning = await plantActive(world, { kind: "daily", agentId: agentUp, tiers: [{ rate: 100 }] });
  const pay = await plantPay(world, earning, { startsOn: "2026-09-01", endsOn: "2026-09-30", gross: 1_00n });
  const enterEnded = casting.enterAs("member", await casting.account());
  const callers: readonly Caller[] = [
    casting.nobody("visitor", () => Promise.resolve(undefined)),
    casting.nobody("ended", () => enterAndLeave(world, enterEnded)),
    casting.member("trial", await casting.account(trial, { verification: "N" })),
    casting.member("member", own),
    ...(await castStrangers(world, casting, agentUp)),
    strictly.member("unverifiedStrictly", unverified.id, unverified),
    casting.member("agentTop", agentTop),
    casting.member("agentUp", agentUp, { own: { contract, pay } }),
    casting.member("agentDown", await casting.account(agent, { parentId: agentUp })),
    casting.member("agentBeside", await casting.account(agent)),
    ...(await Promise.all(operatorRoles.map((role) => casting.operator(role, role)))),
    await casting.operator("factorMissing", "superadmin", { factorMissing: true }),
    casting.member("foreignOrigin", await casting.account(), { headers: { origin: "https://elsewhere.example" } }),
  ];
  const person = Object.assign(world.guest(), { id: own });
  person.token = await casting.enterAs("member", own)();
  const session = sessionOf(await casting.enterAs("member", own)());
  const judged = { accountId: await casting.account(), cause: "underage", now: world.clock.now() } as const;
  const eligibilityCase = (await world.open.platform.database.begin((tx) => openEligibilityCase(tx, judged)))!;
  return { callers, things: { ...(await giveThings(world, person)), session, eligibilityCase, contract, pay } };
}

/** Members who have nothing to do with the member, each in a state of their own. */
async function castStrangers(world: World, casting: Casting, upline: bigint): Promise<readonly Caller[]> {
  const { database, config } = world.open.platform;
  const now = world.clock.now();
  const next = () => casting.stranger(upline);
  const [other, ineligible, excluded, restricted, resting] = await Promise.all([next(), next(), next(), next(), next()]);
  await database.begin(async (tx) => {
    await changeStanding(tx, { accountId: ineligible.id, eligibility: "ineligible" });
    await changeStanding(tx, { accountId: restricted.id, restrictions: [...gated] });
    await startRest(tx, { accountId: resting.id, cause: "factorRemoved", now });
    await shutOut(tx, { accountId: excluded.id, kind: "self", period: "1y", reason: null, madeBy: "answers", pack: packs[config.pack], now });
  });
  const as = (name: string, { id, own }: Awaited<ReturnType<typeof next>>, session?: Session): Caller =>
    casting.member(name, id, session === undefined ? { own } : { own, session });
  return [
    as("other", other),
    as("defaultPassword", await next(), { mustChangePassword: true }),
    as("unverified", await casting.stranger(upline, "N")),
    as("ineligible", ineligible),
    as("excluded", excluded),
    as("restricted", restricted),
    as("resting", resting),
    as("limited", await next(), { limitedUntil: new Date(now.getTime() + YEAR_MS) }),
    as("remembered", await next(), { method: "remembered", isProved: false }),
  ];
}

async function enterAndLeave(world: World, enter: () => Promise<string>): Promise<string> {
  const token = await enter();
  await world.open.platform.database.begin((tx) => endSession(tx, { session: sessionOf(token), now: world.clock.now() }));
  return token;
}

/** One of everything a member can own, made the way members make it where that takes no foreign party. */
async function giveThings(world: World, ann: Person & { readonly id: bigint }): Promise<Omit<Things, "session" | "eligibilityCase" | "contract" | "pay">> {
  const { database, timeZone } = world.open.platform;
  const [now, accountId] = [world.clock.now(), ann.id];
  const order = () => ({ requestId: newId(now), method: "TRANSFER", amount: 500_00n }) as const;
  const { id: paid } = await ann.call(deposits.create, order());
  await ann.call(deposits.submitSlip, { id: paid, slip: await drawPicture() });
  const { id: deposit } = await ann.call(deposits.create, order());
  const payoutAccount = await bindPayoutAccount(Object.assign(ann, { password: PASSWORD }));
  const withdrawal = await askFor(world, ann, payoutAccount, 400_00n);
  await rollDice(world, accountId, { stake: 1_00n });
  const { list } = await ann.call(rounds.mine, {});
  await database.begin(async (tx) => {
    await grantBonus(tx, { now, timeZone }, { accountId, depositId: paid, code: "FIRST100", paidMinor: 500_00n, pack: packs.sandbox });
    await writeMessage(tx, { accountId, source: "answers", template: "deposits.credited", values: ["1.00"], now });
  });
  // An agent's letter, which its reader may report.
  await asOwner(world.open.url, "update message set letter_id = id where account_id = $1", [accountId]);
  const passkey =
    "insert into passkey (id, account_id, credential, public_key, counter, transports, name, created_at) values ($1, $2, 'c', 'k', 0, '{}', 'phone', $3)";
  await asOwner(world.open.url, passkey, [newId(now), accountId, now]);
  const idOf = async (table: "bonus" | "image" | "message" | "passkey"): Promise<string> =>
    (await database.db.selectFrom(table).select("id").where("account_id", "=", accountId).executeTakeFirstOrThrow()).id;
  const { name: account } = await database.db.selectFrom("account").select("name").where("id", "=", accountId).executeTakeFirstOrThrow();
  return {
    account,
    member: String(accountId),
    deposit,
    payoutAccount: String(payoutAccount),
    withdrawal: withdrawal.id,
    round: list[0]!.id,
    bonus: await idOf("bonus"),
    image: await idOf("image"),
    message: await idOf("message"),
    passkey: await idOf("passkey"),
    thread: await beginThreadOf(world, ann),
  };
}
