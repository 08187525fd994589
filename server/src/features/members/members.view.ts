import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { members, MemberView } from "@laro/contract/members";
import type { Exclusion } from "@laro/contract/protection";
import { sql } from "kysely";
import { nameGames } from "../../core/catalogue/named.ts";
import { listContacts } from "../../core/contacts/contacts.ts";
import { describeAgent } from "../../core/devices/devices.ts";
import { readFactors } from "../../core/factors/factors.ts";
import { listPasskeys } from "../../core/sessions/passkeys.ts";
import { findExclusion } from "../../core/limits/exclusions.ts";
import { listLimits } from "../../core/limits/limits.ts";
import { bankName, maskNumber } from "../../core/payments/banks.ts";
import { SESSION_IDLE_MS } from "../../core/sessions/sessions.ts";
import { brand } from "../../core/settings/packs.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { walletStatus } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { listProposalsOf } from "./members.proposals.ts";
import { describeMember, findMemberRow } from "./members.search.ts";

/** As many lines as a page of a view shows; whoever wants more opens the list it comes from. */
const LINES_MAX = 20;
const SHARED_MAX = 10;

interface Viewing {
  readonly id: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

/** One member from every side. Refuses with `members.not_found`. */
export async function openMember(db: Db, { id, now, timeZone }: Viewing): Promise<MemberView> {
  const member = await findMemberRow(db, id);
  if (member === undefined) refuse("members.not_found");
  const [identity, money, play, protection, sessions, devices, logins, notes, messages, proposals] = await Promise.all([
    readIdentity(db, id),
    readMoney(db, id),
    readPlay(db, id),
    readProtection(db, { id, now, timeZone }),
    listSessions(db, id, now),
    listDevices(db, id),
    listLogins(db, id),
    listNotes(db, { id, limit: LINES_MAX }),
    listMessages(db, id),
    listProposalsOf(db, id),
  ]);
  return { ...describeMember(member), ...identity, money, play, protection, sessions, devices, logins, notes: notes.list, messages, proposals };
}

/** A name or a holder with its first letters left. */
export const maskName = (name: string): string =>
  name
    .split(" ")
    .map((word) => `${word.slice(0, 1)}•••`)
    .join(" ");

async function readIdentity(db: Db, id: bigint) {
  const [account, contacts, factors, passkeys] = await Promise.all([
    db
      .selectFrom("account as a")
      .leftJoin("agent_node as n", "n.account_id", "a.id")
      .leftJoin("account as p", "p.id", "n.parent_id")
      .select(["a.nickname", "a.language", "a.verified_name as verifiedName", "a.payment_password_hash as paymentHash", "a.rest_until as restUntil"])
      .select(["p.id as parentId", "p.name as parentName"])
      .where("a.id", "=", id)
      .executeTakeFirstOrThrow(),
    listContacts(db, id),
    readFactors(db, { kind: "member", id }),
    listPasskeys(db, id),
  ]);
  const { nickname, language, verifiedName, paymentHash, restUntil, parentId, parentName } = account;
  return {
    nickname,
    language,
    parent: parentId === null || parentName === null ? null : { id: parentId, name: parentName },
    verifiedNameMasked: verifiedName === null ? null : maskName(verifiedName),
    contacts: contacts.map(({ kind, masked, isVerified }) => ({ kind, masked, verified: isVerified })),
    restUntil: restUntil?.toISOString() ?? null,
    factors: { ...factors, passkeys: passkeys.length, paymentPassword: paymentHash !== null },
  };
}

const walletCodes = Object.fromEntries(Object.entries(walletKinds).map(([code, kind]) => [kind, code.toUpperCase()]));
const codeOf = (kind: number): string => walletCodes[kind] ?? brand.walletVendors.find(({ walletKind }) => walletKind === kind)?.code ?? String(kind);
const statusOf = (status: number) => (Object.keys(walletStatus) as (keyof typeof walletStatus)[]).find((name) => walletStatus[name] === status) ?? "noDebits";

async function readMoney(db: Db, id: bigint): Promise<MemberView["money"]> {
  const [wallets, deposits, withdrawals, payoutAccounts] = await Promise.all([
    db.selectFrom("wallet").select(["kind", "balance", "status"]).where("account_id", "=", id).orderBy("kind").execute(),
    sql<{ total: bigint; count: number }>`
      select coalesce(sum(paid), 0)::bigint as total, count(*)::int as count from deposit where account_id = ${id} and state = 'credited'`.execute(db as Tx),
    sql<{ total: bigint; count: number; waiting: bigint }>`
      select coalesce(sum(amount) filter (where state in ('paid', 'received')), 0)::bigint as total, count(*) filter (where state in ('paid', 'received'))::int as count,
             coalesce(sum(amount) filter (where state in ('pending', 'checked', 'approved')), 0)::bigint as waiting
      from withdrawal where account_id = ${id}`.execute(db as Tx),
    sql<{ id: bigint; bank: string; holder: string; number: string; sharedBy: number }>`
      select p.id, p.bank, p.holder, p.number,
             (select count(*)::int from (select from payout_account o where o.number = p.number and o.bank = p.bank and o.account_id <> p.account_id limit ${SHARED_MAX}) s) as "sharedBy"
      from payout_account p where p.account_id = ${id} order by p.id limit ${LINES_MAX}`.execute(db as Tx),
  ]);
  return {
    wallets: wallets.map(({ kind, balance, status }) => ({ code: codeOf(kind), balance, status: statusOf(status) })),
    deposited: deposits.rows[0]!.total,
    depositCount: deposits.rows[0]!.count,
    withdrawn: withdrawals.rows[0]!.total,
    withdrawalCount: withdrawals.rows[0]!.count,
    waiting: withdrawals.rows[0]!.waiting,
    payoutAccounts: payoutAccounts.rows.map(({ bank, holder, number, ...row }) => ({
      ...row,
      bank: bankName(bank),
      holderMasked: maskName(holder),
      numberMasked: maskNumber(number),
    })),
  };
}

async function readPlay(db: Db, id: bigint): Promise<MemberView["play"]> {
  const [totals, games, rounds] = await Promise.all([
    sql<{ staked: bigint; won: bigint }>`
      select coalesce(sum(staked), 0)::bigint as staked, coalesce(sum(won), 0)::bigint as won from wallet where account_id = ${id}`.execute(db as Tx),
    sql<{ gameId: number; rounds: bigint; stake: bigint; win: bigint }>`
      select d.game_id as "gameId", sum(d.rounds)::bigint as rounds, sum(d.stake)::bigint as stake, sum(d.win)::bigint as win
      from play_day d where d.wallet_id = any(array(select w.id from wallet w where w.account_id = ${id}))
      group by d.game_id order by sum(d.stake) desc limit ${LINES_MAX}`.execute(db as Tx),
    sql<{ id: string; gameId: number; stake: bigint; win: bigint; at: Date }>`
      select r.round_id as id, r.game_id as "gameId", r.stake, r.win, r.at from wallet w
      cross join lateral (select * from round_settled o where o.wallet_id = w.id order by o.id desc limit ${LINES_MAX}) r
      where w.account_id = ${id} and w.kind = ${walletKinds.main} order by r.id desc`.execute(db as Tx),
  ]);
  const names = await nameGames(
    db,
    [...games.rows, ...rounds.rows].map(({ gameId }) => gameId),
  );
  const gameName = (gameId: number): string => names.get(gameId)?.displayName ?? `#${gameId}`;
  return {
    staked: totals.rows[0]!.staked,
    won: totals.rows[0]!.won,
    games: games.rows.map(({ gameId, rounds: played, ...row }) => ({ ...row, game: gameName(gameId), rounds: String(played) })),
    rounds: rounds.rows.map(({ gameId, at, ...row }) => ({ ...row, game: gameName(gameId), at: at.toISOString() })),
  };
}

async function readProtection(db: Db, { id, now, timeZone }: Viewing): Promise<MemberView["protection"]> {
  const [{ list, time }, exclusion, breaks] = await Promise.all([
    listLimits(db, { accountId: id, now, timeZone }),
    findExclusion(db, { accountId: id, now }),
    db
      .selectFrom("exclusion")
      .select(["id", "kind", "period", "starts_at as from", "ends_at as until", "firm_until as firmUntil", "made_by as madeBy", "ended_at as endedAt"])
      .where("account_id", "=", id)
      .orderBy("ends_at", "desc")
      .limit(LINES_MAX)
      .execute(),
  ]);
  const inWords = (one: { id: string; kind: string; period: string; from: Date; until: Date; firmUntil: Date }): Exclusion => ({
    id: one.id,
    kind: one.kind as Exclusion["kind"],
    period: one.period,
    from: one.from.toISOString(),
    until: one.until.toISOString(),
    firmUntil: one.firmUntil.toISOString(),
  });
  return {
    limits: list,
    time,
    exclusion: exclusion === undefined ? null : inWords(exclusion),
    breaks: breaks.map((one) => ({ ...inWords(one), madeBy: one.madeBy, endedAt: one.endedAt?.toISOString() ?? null })),
  };
}

async function listSessions(db: Db, id: bigint, now: Date): Promise<MemberView["sessions"]> {
  const rows = await db
    .selectFrom("session")
    .select(["created_at as openedAt", "seen_at as seenAt", "ended_at as endedAt", "method", "factor", "ip as address", "country", "agent"])
    .where("kind", "=", "member")
    .where("subject_id", "=", id)
    .orderBy("seen_at", "desc")
    .limit(LINES_MAX)
    .execute();
  return rows.map(({ openedAt, seenAt, endedAt, agent, ...row }) => ({
    ...row,
    ...describeAgent(agent ?? ""),
    openedAt: openedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    isOpen: endedAt === null && now.getTime() - seenAt.getTime() <= SESSION_IDLE_MS,
  }));
}

async function listDevices(db: Db, id: bigint): Promise<MemberView["devices"]> {
  const { rows } = await sql<{ device: Buffer; agent: string; firstAt: Date; lastAt: Date; sharedWith: { id: string; name: string }[] }>`
    select d.device, d.agent, d.first_at as "firstAt", d.last_at as "lastAt", (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id::text, 'name', s.name)), '[]') from (
        select a.id, a.name from account_device o join account a on a.id = o.account_id where o.device = d.device and o.account_id <> d.account_id order by a.id limit ${SHARED_MAX}
      ) s) as "sharedWith"
    from account_device d where d.account_id = ${id} order by d.last_at desc limit ${LINES_MAX}`.execute(db as Tx);
  return rows.map(({ device, agent, firstAt, lastAt, sharedWith }) => ({
    device: device.toString("hex"),
    ...describeAgent(agent),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    sharedWith: sharedWith.map((one) => ({ id: BigInt(one.id), name: one.name })),
  }));
}

async function listLogins(db: Db, id: bigint): Promise<MemberView["logins"]> {
  const rows = await db
    .selectFrom("login_event")
    .select(["outcome", "method", "factor", "address", "country", "at"])
    .where("kind", "=", "member")
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .limit(LINES_MAX)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** What officers wrote about a member for each other, newest first. */
export async function listNotes(
  db: Db,
  { id, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof members)["notes"]>,
): Promise<OutputOf<(typeof members)["notes"]>> {
  const rows = await db
    .selectFrom("member_note")
    .select(["id", "text", "operator_name as by", "at"])
    .where("account_id", "=", id)
    .$if(isIdCursor(cursor), (query) => query.where("id", "<", cursor!))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: ({ at, ...row }) => ({ ...row, at: at.toISOString() }), cursorOf: (row) => row.id });
}

async function listMessages(db: Db, id: bigint): Promise<MemberView["messages"]> {
  const rows = await db
    .selectFrom("message")
    .select(["template", "values", "read_at as readAt", "at"])
    .where("account_id", "=", id)
    .orderBy("id", "desc")
    .limit(LINES_MAX)
    .execute();
  return rows.map(({ values, readAt, at, template }) => ({
    template,
    values: values as string[],
    readAt: readAt?.toISOString() ?? null,
    at: at.toISOString(),
  }));
}
