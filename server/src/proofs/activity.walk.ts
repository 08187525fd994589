import { sql } from "kysely";
import { isAgentType } from "@laro/contract/core/accountTypes";
import type { Db, Tx } from "../platform/db.ts";

/** Manila has no summer time: its day is UTC's, eight hours early. */
const MANILA_MS = 8 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export const manilaDay = (at: Date): string => new Date(at.getTime() + MANILA_MS).toISOString().slice(0, 10);

/** What stands in rounds, journal and tree, as rows. */
interface Records {
  readonly accounts: readonly { readonly id: bigint; readonly type: number }[];
  readonly nodes: readonly { readonly id: bigint; readonly parent: bigint | null; readonly joinedAt: Date }[];
  readonly pasts: readonly { readonly id: bigint; readonly parent: bigint | null; readonly until: string }[];
  readonly rounds: readonly Round[];
  readonly lines: readonly { readonly owner: bigint; readonly far: string; readonly kind: number; readonly amount: bigint; readonly at: Date }[];
  readonly voids: readonly { readonly round: string; readonly at: Date }[];
}

interface Round {
  readonly id: string;
  readonly owner: bigint;
  readonly game: number;
  readonly category: string;
  readonly status: number;
  readonly stake: bigint;
  readonly win: bigint;
  readonly allStake: bigint | null;
  readonly allWin: bigint | null;
  readonly valid: bigint | null;
  readonly at: Date;
}

async function readRecords(db: Db | Tx): Promise<Records> {
  const read = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> => (await query.execute(db as Tx)).rows;
  return {
    accounts: await read(sql`select id, type from account`),
    nodes: await read(sql`select account_id as id, parent_id as parent, joined_at as "joinedAt" from agent_node`),
    pasts: await read(sql`select account_id as id, parent_id as parent, until_day::text as until from agent_past`),
    rounds: await read(sql`
      select r.id, w.account_id as owner, r.game_id as game, g.category, r.status, r.stake, r.win, r.all_stake as "allStake", r.all_win as "allWin", r.valid, r.at
      from round r join wallet w on w.id = r.wallet_id join game g on g.id = r.game_id`),
    lines: await read(sql`
      select w.account_id as owner, s.code as far, t.kind, t.amount, t.at from transfer t join wallet w on w.id = t.wallet_id join system_account s on s.id = t.contra
      where w.account_id > 0 order by t.at`),
    voids: await read(sql`select i.round_id as round, v.at from reversal v join idempotency i on i.ref = v.original_ref where i.round_id is not null`),
  };
}

/** What the facts are computed with, besides the records. */
export interface Terms {
  /** Of which days they are, in order. */
  readonly days: readonly string[];
  /** What of a stake a game counted on a day, in percent. */
  readonly percentOf: (game: number, day: string) => bigint;
  readonly activeMinimum: bigint;
}

type Figures = Record<string, bigint>;

const add = (sums: Map<string, Figures>, key: string, figures: Figures): void => {
  const sum = sums.get(key) ?? {};
  for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0n) + value;
  sums.set(key, sum);
};

const played = ({ stake, win, valid, allStake, allWin, status }: Round, percent: bigint): Figures => {
  const [staked, won] = [allStake ?? stake, allWin ?? win];
  const counted = staked === won ? 0n : ((valid ?? staked) * percent) / 100n;
  return { rounds: status === 5 ? 0n : 1n, valid: counted, stake: staked, win: won };
};

const negative = (figures: Figures): Figures => Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, -value]));

/** Each round and each void, on its day. */
function listPlay({ rounds, voids }: Records, { percentOf }: Terms) {
  const settled = rounds.filter(({ status }) => [1, 4, 5].includes(status));
  const byId = new Map(settled.map((round) => [round.id, round]));
  const figures = (round: Round): Figures => played(round, percentOf(round.game, manilaDay(round.at)));
  return [
    ...settled.map((round) => ({ ...round, day: manilaDay(round.at), figures: figures(round) })),
    ...voids.flatMap(({ round: id, at }) => {
      const round = byId.get(id);
      return round === undefined ? [] : [{ ...round, day: manilaDay(at), figures: negative(figures(round)) }];
    }),
  ];
}

const SIGN: Readonly<Record<string, readonly [figure: string, sign: bigint]>> = {
  "psp:deposit": ["deposits", 1n],
  "psp:payout": ["withdrawals", -1n],
  promotion: ["bonuses", 1n],
  fees: ["fees", -1n],
  commission: ["commission", 1n],
};

/** The members' days by plain addition. */
function addMembers(records: Records, terms: Terms): Map<string, Figures> {
  const members = new Map<string, Figures>();
  for (const { day, owner, figures } of listPlay(records, terms)) add(members, `${day} ${owner}`, figures);
  const depositors = new Map<bigint, string>();
  for (const { owner, far, kind, amount, at } of records.lines) {
    const [figure, sign] = SIGN[far] ?? [];
    if (figure === undefined) continue;
    const day = manilaDay(at);
    add(members, `${day} ${owner}`, { [figure]: sign! * amount });
    if (figure === "deposits" && kind === 2 && !depositors.has(owner)) depositors.set(owner, day);
  }
  for (const [owner, day] of depositors) add(members, `${day} ${owner}`, { firstDeposits: 1n });
  return members;
}

type ParentOf = (id: bigint) => bigint | null;

/** Who stood directly above whom on a day: before a move what it left behind, else today's. */
function treeOf({ nodes, pasts }: Records, day: string): ParentOf {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  const ended = pasts.filter(({ until }) => until > day).toSorted((a, b) => (a.until < b.until ? 1 : -1));
  for (const { id, parent } of ended) parents.set(id, parent);
  return (id) => parents.get(id) ?? null;
}

/** Everyone above somebody, the nearest first. */
function above(id: bigint, parentOf: ParentOf): readonly bigint[] {
  const parent = parentOf(id);
  return parent === null ? [] : [parent, ...above(parent, parentOf)];
}

interface Facts {
  readonly members: ReadonlyMap<string, Figures>;
  readonly lines: ReadonlyMap<string, Figures>;
  readonly categories: ReadonlyMap<string, Figures>;
}

const ofLine = (member: Figures, minimum: bigint): Figures => {
  const { valid = 0n, stake = 0n, win = 0n } = member;
  return { ...member, active: valid >= minimum ? 1n : 0n, ahead: win > stake ? valid : 0n, behind: win < stake ? valid : 0n };
};

/** The facts of some days by walking up from every member, one by one. */
function walk(records: Records, terms: Terms): Facts {
  const all = addMembers(records, terms);
  const play = Map.groupBy(listPlay(records, terms), ({ day }) => day);
  const types = new Map(records.accounts.map(({ id, type }) => [id, type]));
  const [members, lines, categories] = [new Map<string, Figures>(), new Map<string, Figures>(), new Map<string, Figures>()];
  for (const day of terms.days) {
    const parentOf = treeOf(records, day);
    for (const { id, joinedAt } of records.nodes.filter((node) => manilaDay(node.joinedAt) <= day)) {
      const joined = manilaDay(joinedAt) === day ? 1n : 0n;
      for (const up of above(id, parentOf)) add(lines, `${day} ${up}`, { members: 1n, agents: isAgentType(types.get(id)!) ? 1n : 0n, joined });
    }
    for (const { id } of records.accounts) {
      const member = all.get(`${day} ${id}`);
      if (member === undefined) continue;
      members.set(`${day} ${id} ${parentOf(id) ?? ""}`, member);
      for (const up of above(id, parentOf)) add(lines, `${day} ${up}`, ofLine(member, terms.activeMinimum));
    }
    for (const { owner, category, figures } of play.get(day) ?? [])
      for (const up of above(owner, parentOf)) add(categories, `${day} ${up} ${category}`, figures);
  }
  return { members, lines, categories };
}

const playColumns = ["rounds", "valid", "stake", "win"] as const;
const moneyColumns = ["deposits", "withdrawals", "bonuses", "fees", "commission"] as const;

const columnsOf = {
  members: [...playColumns, ...moneyColumns, "firstDeposits"],
  lines: [...playColumns, ...moneyColumns, "firstDeposits", "ahead", "behind", "active", "members", "agents", "joined"],
  categories: playColumns,
} as const;

async function readFacts(db: Db | Tx, days: readonly string[]): Promise<Facts> {
  const ofDays = sql`day = any(${days}::date[])`;
  const read = async (query: ReturnType<typeof sql<Record<string, bigint> & { key: string }>>) =>
    new Map((await query.execute(db as Tx)).rows.map(({ key, ...row }) => [key, row as Figures]));
  return {
    members: await read(
      sql`select day || ' ' || account_id || ' ' || coalesce(agent_id::text, '') as key, *, first_deposit::int::bigint as "firstDeposits" from member_day where ${ofDays}`,
    ),
    lines: await read(sql`select day || ' ' || agent_id as key, *, first_deposits as "firstDeposits" from line_day where ${ofDays}`),
    categories: await read(sql`select day || ' ' || agent_id || ' ' || category as key, * from line_play_day where ${ofDays}`),
  };
}

const FAULTS_MAX = 20;

/** Where the frozen facts are not what a walk over rounds, journal and tree says: a few of many. */
export async function findFactFaults(db: Db | Tx, terms: Terms): Promise<readonly string[]> {
  const walked = walk(await readRecords(db), terms);
  const stored = await readFacts(db, terms.days);
  const faults: string[] = [];
  for (const kind of ["members", "lines", "categories"] as const) {
    const tell = (figures: Figures | undefined): string => columnsOf[kind].map((column) => `${column} ${figures?.[column] ?? 0n}`).join(", ");
    for (const key of new Set([...walked[kind].keys(), ...stored[kind].keys()])) {
      const [says, stands] = [tell(walked[kind].get(key)), tell(stored[kind].get(key))];
      if (says !== stands) faults.push(`${kind} ${key}: stands as ${stands}, the walk says ${says}`);
    }
  }
  return faults.slice(0, FAULTS_MAX);
}

/** Where the hours of some days are not what their rounds say: of members, and of everyone below an agent on that day. */
export async function findHourFaults(db: Db | Tx, terms: Terms): Promise<readonly string[]> {
  const records = await readRecords(db);
  const [members, lines] = [new Map<string, Figures>(), new Map<string, Figures>()];
  for (const { day, owner, figures } of listPlay(records, terms).filter((one) => terms.days.includes(one.day))) {
    add(members, `${day} ${owner}`, figures);
    for (const up of above(owner, treeOf(records, day))) add(lines, `${day} ${up}`, figures);
  }
  const faults: string[] = [];
  for (const [table, id, sums] of [
    ["member_hour", "account_id", members],
    ["line_hour", "agent_id", lines],
  ] as const) {
    const { rows } = await sql<Record<string, bigint> & { key: string }>`
      select ((hour at time zone 'Asia/Manila')::date || ' ' || ${sql.ref(id)}) as key, sum(rounds)::bigint as rounds, sum(valid)::bigint as valid, sum(stake)::bigint as stake, sum(win)::bigint as win
      from ${sql.table(table)} where (hour at time zone 'Asia/Manila')::date = any(${terms.days}::date[]) group by 1`.execute(db as Tx);
    const stored = new Map(rows.map((row) => [row.key, row as Figures]));
    for (const key of new Set([...sums.keys(), ...stored.keys()])) {
      const tell = (figures: Figures | undefined): string => playColumns.map((column) => `${column} ${figures?.[column] ?? 0n}`).join(", ");
      const [says, stands] = [tell(sums.get(key)), tell(stored.get(key))];
      if (says !== stands) faults.push(`${table} ${key}: stands as ${stands}, its rounds say ${says}`);
    }
  }
  return faults.slice(0, FAULTS_MAX);
}

export const dayAfter = (day: string, days = 1): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** When a day begins in Manila. */
export const manilaDawn = (day: string): Date => new Date(Date.parse(day) - MANILA_MS);
