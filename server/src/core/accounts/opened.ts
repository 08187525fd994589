import { randomInt, timingSafeEqual } from "node:crypto";
import { type accounts, CODES_A_DAY_MAX, OPENED_A_DAY_MAX, OPENED_WAITING_MAX, type OpenedAccount } from "@laro/contract/accounts";
import type { OpenedType } from "@laro/contract/core/accountTypes";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { isWeakPin } from "@laro/contract/core/passwords";
import type { Entered } from "@laro/contract/sessions";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { blind } from "../../platform/sealing.ts";
import { typesOfNewLink } from "../agents/agents.links.ts";
import { readStanding } from "../agents/agents.standing.ts";
import { openEntrance } from "../sessions/login.enter.ts";
import { hashPassword } from "../sessions/passwords.ts";
import { checkNewPassword } from "../sessions/passwords.choice.ts";
import type { Visit } from "../sessions/visit.ts";
import { type JurisdictionPack, packs } from "../settings/packs.ts";
import { getPasswordRule, getRegisterRules } from "../settings/registerRules.ts";
import { checkRule } from "../settings/rules.ts";
import { createAccount } from "./accounts.ts";
import { giveConsents } from "./consents.ts";
import { keepProfile } from "./profiles.ts";
import { checkAge, checkName, consentsOf } from "./registration.ts";
import { leaveTrials } from "./trials.ts";

const CODE_CHARACTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 10;
const CODE_HOURS = 72;
const TRIES_MAX = 5;
const HOUR_MS = 60 * 60_000;
/** No password has this hash: nobody enters before the owner chose one. */
const NO_PASSWORD = "none";

const drawCode = (): string => Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join("");
const hashOf = (keys: Pick<Keys, "dataKey">, accountId: bigint, code: string): Buffer => blind(keys, "activation", `${accountId} ${code}`);
const expiryOf = (now: Date): Date => new Date(now.getTime() + CODE_HOURS * HOUR_MS);

interface Opening {
  readonly agentId: bigint;
  readonly now: Date;
}

/** The accounts an agent opened that nobody has taken yet, newest first, and the types it may open; none where the market has agents open no accounts. */
export async function listOpened(db: Db, { config, timeZone }: Platform, { agentId, now }: Opening): Promise<OutputOf<(typeof accounts)["opened"]>> {
  const rules = packs[config.pack].agents;
  if (!rules.opensAccounts) return { types: [], list: [] };
  const { rows } = await sql<Omit<OpenedAccount, "openedAt" | "expiresAt"> & { openedAt: Date; expiresAt: Date }>`
    select c.account_id as "accountId", a.name as account, a.type, c.opened_at as "openedAt", c.expires_at as "expiresAt",
      c.expires_at > ${now} and c.tries < ${TRIES_MAX} as works,
      greatest(0, ${CODES_A_DAY_MAX} + 1 - case when c.day = (${now}::timestamptz at time zone ${timeZone})::date then c.made else 1 end)::int as "codesLeft"
    from account_activation c join account a on a.id = c.account_id
    where c.agent_id = ${agentId} and c.activated_at is null order by c.opened_at desc, c.account_id desc limit ${OPENED_WAITING_MAX}`.execute(db as Tx);
  return {
    types: await typesOfNewLink(db, { agentId, rules, now }),
    list: rows.map((row) => ({ ...row, openedAt: row.openedAt.toISOString(), expiresAt: row.expiresAt.toISOString() })),
  };
}

interface Wanted extends Opening {
  readonly username: string;
  readonly opens: OpenedType;
}

/**
 * Opens an account below an agent for somebody who has the code; the agent learns no password, there is none. Refuses with `accounts.opening_closed`, `agents.held`,
 * `agents.type_not_allowed`, `accounts.opened_full`, with what is wrong with the name, and as `createAccount` does.
 */
export async function openFor(
  tx: Tx,
  { config, keys, timeZone }: Platform,
  { agentId, username, opens, now }: Wanted,
): Promise<OutputOf<(typeof accounts)["open"]>> {
  const pack = packs[config.pack];
  await checkMayOpen(tx, pack, { agentId, now });
  if (!(await typesOfNewLink(tx, { agentId, rules: pack.agents, now })).includes(opens)) refuse("agents.type_not_allowed", { field: "opens" });
  checkRule(
    (await getRegisterRules(tx, pack)).find(({ field }) => field === "username")!,
    username,
  );
  await checkName(tx, username);
  await checkRoom(tx, { agentId, now });
  const accountId = await createAccount(tx, { name: username, passwordHash: NO_PASSWORD, type: opens, parentId: agentId, pack, keys, now });
  const [code, expiresAt] = [drawCode(), expiryOf(now)];
  await sql`
    insert into account_activation (account_id, agent_id, code_hash, expires_at, day, opened_at)
    values (${accountId}, ${agentId}, ${hashOf(keys, accountId, code)}, ${expiresAt}, (${now}::timestamptz at time zone ${timeZone})::date, ${now})`.execute(
    tx,
  );
  staleOnCommit(tx, ["accounts.opened"], [`member:${agentId}`]);
  return { accountId, account: username, code, expiresAt: expiresAt.toISOString() };
}

async function checkMayOpen(tx: Tx, pack: JurisdictionPack, { agentId, now }: Opening): Promise<void> {
  if (!pack.agents.opensAccounts) refuse("accounts.opening_closed");
  if ((await readStanding(tx, agentId, now)) !== "open") refuse("agents.held");
}

/** Of many at once those past the bounds are refused. */
async function checkRoom(tx: Tx, { agentId, now }: Opening): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account_activation', ${agentId}::bigint))`.execute(tx);
  const { rows } = await sql<{ waiting: number; made: number }>`
    select count(*) filter (where activated_at is null)::int as waiting, count(*) filter (where opened_at > ${now}::timestamptz - interval '1 day')::int as made
    from account_activation where agent_id = ${agentId}`.execute(tx);
  const { waiting, made } = rows[0]!;
  if (waiting >= OPENED_WAITING_MAX || made >= OPENED_A_DAY_MAX) refuse("accounts.opened_full", { waiting: OPENED_WAITING_MAX, day: OPENED_A_DAY_MAX });
}

/** A new code in the place of the one before. Refuses with `accounts.opening_closed`, `agents.held`, `accounts.not_opened` or, past three new ones a day, `accounts.codes_full`. */
export async function renewCode(
  tx: Tx,
  { config, keys, timeZone }: Platform,
  { agentId, accountId, now }: Opening & { accountId: bigint },
): Promise<OutputOf<(typeof accounts)["renewCode"]>> {
  await checkMayOpen(tx, packs[config.pack], { agentId, now });
  const [code, expiresAt] = [drawCode(), expiryOf(now)];
  const { rows } = await sql<{ account: string; isNew: boolean }>`
    with day as (select (${now}::timestamptz at time zone ${timeZone})::date as today),
    waiting as (
      select c.account_id from account_activation c join agent_node n on n.account_id = c.account_id and n.parent_id = c.agent_id
      where c.account_id = ${accountId} and c.agent_id = ${agentId} and c.activated_at is null for update of c
    ), made as (
      update account_activation c set code_hash = ${hashOf(keys, accountId, code)}, expires_at = ${expiresAt}, tries = 0, day = day.today, made = case when c.day = day.today then c.made + 1 else 1 end
      from day, waiting w where c.account_id = w.account_id and (c.day <> day.today or c.made <= ${CODES_A_DAY_MAX}) returning c.account_id
    )
    select a.name as account, exists (select from made) as "isNew" from waiting w join account a on a.id = w.account_id`.execute(tx);
  const row = rows[0] ?? refuse("accounts.not_opened", { field: "accountId" });
  if (!row.isNew) refuse("accounts.codes_full", { maximum: CODES_A_DAY_MAX });
  staleOnCommit(tx, ["accounts.opened"], [`member:${agentId}`]);
  return { accountId, account: row.account, code, expiresAt: expiresAt.toISOString() };
}

export interface Activating extends Visit {
  readonly input: InputOf<(typeof accounts)["activate"]>;
  readonly keys: Keys;
  readonly pack: JurisdictionPack;
  readonly isAbroad: boolean;
}

interface Found {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
}

/**
 * Lets the owner of an account that an agent opened choose its password and PIN, by the code, and logs them in. A try is counted before the code is looked at. Refuses with
 * `accounts.activation_wrong` whatever it is that is wrong with name and code, and as a registration does.
 */
export async function activate({ db, begin }: Pick<Database, "db" | "begin">, { input, keys, pack, isAbroad, ...visit }: Activating): Promise<Entered> {
  const { now, ip, visitor } = visit;
  if (isAbroad) refuse("countries.closed");
  if (!pack.agents.opensAccounts) refuse("accounts.opening_closed");
  if (pack.declaration && input.declared !== true) refuse("accounts.declaration_needed", { field: "declared" });
  if (input.password !== input.confirmPassword) refuse("accounts.rule_broken", { field: "confirmPassword", rule: "same" });
  if (input.paymentPassword !== input.confirmPaymentPassword) refuse("accounts.rule_broken", { field: "confirmPaymentPassword", rule: "same" });
  if (isWeakPin(input.paymentPassword)) refuse("accounts.pin_weak", { field: "paymentPassword" });
  await checkAge(db, input.birthday, { pack, now });
  await checkNewPassword(input.password, { field: "password", own: [input.username], rule: await getPasswordRule(db) });
  const account = (await begin((tx) => takeTry(tx, keys, { ...input, now }))) ?? refuse("accounts.activation_wrong", { field: "code" });
  const [passwordHash, pinHash] = [await hashPassword(input.password), await hashPassword(input.paymentPassword)];
  return begin(async (tx) => {
    const { rows } = await sql<{ agentId: bigint }>`
      update account_activation set activated_at = ${now} where account_id = ${account.id} and activated_at is null returning agent_id as "agentId"`.execute(
      tx,
    );
    const { agentId } = rows[0] ?? refuse("accounts.activation_wrong", { field: "code" });
    await tx
      .updateTable("account")
      .set({ password_hash: passwordHash, password_changed_at: now, payment_password_hash: pinHash })
      .where("id", "=", account.id)
      .execute();
    await keepProfile(tx, keys, { accountId: account.id, profile: { birthday: input.birthday }, now });
    await giveConsents(tx, { accountId: account.id, kinds: consentsOf(pack), address: ip, now });
    await tell(tx, "accounts.registered", { accountId: String(account.id) });
    staleOnCommit(tx, ["accounts.opened"], [`member:${agentId}`]);
    await leaveTrials(tx, visitor.device);
    const entrance = {
      ...visit,
      account: { ...account, factorWhen: "newIp" },
      entry: "player",
      method: "register",
      mustChangePassword: false,
      passwordExpired: false,
    } as const;
    return openEntrance(tx, entrance, {});
  });
}

/** Counts a try at what waits under a name, and says whose it is where the code is right. */
async function takeTry(tx: Tx, keys: Keys, { username, code, now }: { username: string; code: string; now: Date }): Promise<Found | undefined> {
  const { rows } = await sql<Found & { hash: Buffer }>`
    update account_activation c set tries = c.tries + 1 from account a
    where a.id = c.account_id and lower(a.name) = lower(${username.trim()}) and not a.closed and c.activated_at is null and c.expires_at > ${now} and c.tries < ${TRIES_MAX}
    returning a.id, a.name, a.type, c.code_hash as hash`.execute(tx);
  const [row] = rows;
  if (row === undefined || !timingSafeEqual(row.hash, hashOf(keys, row.id, code.trim().toUpperCase()))) return undefined;
  return { id: row.id, name: row.name, type: row.type };
}
