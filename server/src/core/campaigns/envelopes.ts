import type { CampaignState } from "@laro/contract/campaigns";
import { decide, type Rule } from "@laro/contract/core/campaignRules";
import { Refusal } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { grouped } from "../../platform/grouped.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { packs } from "../settings/packs.ts";
import { refusalOf, unknownOutcome } from "../wallet/ledger.ts";
import { results, walletKinds } from "../wallet/posting.ts";
import { type LedgerMoment, POSTED_AT_ONCE_MAX, postMany } from "../wallet/wallet.ts";
import { listFacts, readRule } from "./campaigns.facts.ts";

/** As many may wait for their envelope in a process. */
const WAITING_MAX = 20_000;
/** Whose wallet is held by a bet just now is tried again so often; then a job pays. */
const PAY_TRIES_MAX = 5;
const UNPAID_AT_ONCE_MAX = 200;
/** A notice holds so many at most. */
const TOLD_AT_ONCE = 100;

/** What `envelope_claim_many` says of an account. */
const said = { opened: 0, openedBefore: 1, notOpen: 3 } as const;

interface Tap {
  readonly accountId: bigint;
  readonly code: string;
  /** When it came: whoever is early is not on time because they had to wait. */
  readonly now: Date;
}

/** An envelope as its member got it; `words` are those of its campaign. */
export interface Opened {
  readonly campaignId: string;
  readonly accountId: bigint;
  readonly code: string;
  readonly words: unknown;
  readonly n: number;
  readonly amountMinor: bigint;
  readonly at: Date;
  readonly isPaid: boolean;
  /** It was opened by this very tap, which pays it; a repeat does not. */
  readonly isFresh: boolean;
}

type Opening = Pick<Platform, "database" | "clock" | "timeZone" | "config" | "log">;

interface Line {
  readonly open: (tap: Tap) => Promise<Opened>;
  readonly pay: (claim: Claim) => Promise<boolean>;
}

const lines = new WeakMap<object, Line>();

/** Where those who come in one moment wait for each other: one statement opens for all of them, and one pays. */
function lineOf(platform: Opening): Line {
  const known = lines.get(platform.database);
  if (known !== undefined) return known;
  const line: Line = {
    open: grouped<Tap, Opened>({ work: (taps) => openAll(platform, taps), atOnceMax: POSTED_AT_ONCE_MAX, waitingMax: WAITING_MAX }),
    pay: grouped<Claim, boolean>({ work: (claims) => payAll(platform, claims), atOnceMax: POSTED_AT_ONCE_MAX, waitingMax: WAITING_MAX }),
  };
  lines.set(platform.database, line);
  return line;
}

/**
 * Opens a member's envelope of a rain, and pays what it holds; a repeat answers the first. Refuses with `campaigns.not_found`, `envelopes.not_open`, `envelopes.empty`,
 * `campaigns.not_eligible`, `rewards.closed`, `server.busy` where too many wait, and `server.pending` where the outcome is unknown. What could not be paid now a job pays.
 */
export async function openEnvelope(platform: Opening, tap: Tap): Promise<Opened> {
  const line = lineOf(platform);
  const opened = await line.open(tap);
  for (let tries = 0; opened.isFresh && tries < PAY_TRIES_MAX; tries++) if (await line.pay(opened)) return { ...opened, isPaid: true };
  return opened;
}

interface Rain {
  readonly id: string;
  readonly code: string;
  readonly state: CampaignState;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly words: unknown;
  readonly rule: Rule;
}

async function openAll(platform: Opening, taps: readonly Tap[]): Promise<readonly (Opened | Refusal)[]> {
  const now = platform.clock.now();
  const rains = await listRains(platform.database.db, taps);
  const answers = new Map<Tap, Opened | Refusal>();
  for (const [code, asked] of Map.groupBy(taps, (tap) => tap.code.toUpperCase())) {
    const rain = rains.get(code);
    if (rain === undefined) for (const tap of asked) answers.set(tap, new Refusal("campaigns.not_found", { field: "code" }));
    else for (const [tap, answer] of await openOf(platform, { rain, taps: asked, now })) answers.set(tap, answer);
  }
  return taps.map((tap) => answers.get(tap)!);
}

async function listRains(db: Db, taps: readonly Tap[]): Promise<ReadonlyMap<string, Rain>> {
  const rows = await db
    .selectFrom("campaign as c")
    .innerJoin("campaign_version as v", (on) => on.onRef("v.campaign_id", "=", "c.id").onRef("v.version", "=", "c.version"))
    .select(["c.id", "c.code", "c.state", "c.starts_at as startsAt", "c.ends_at as endsAt", "v.words", "v.rule"])
    .where("c.code", "in", [...new Set(taps.map(({ code }) => code.toUpperCase()))])
    .where("c.trigger", "=", "rain")
    .execute();
  return new Map(rows.map(({ rule, state, ...row }) => [row.code, { ...row, state: state as CampaignState, rule: readRule(rule) }]));
}

type FactsOf = Awaited<ReturnType<typeof listFacts>>;

interface OfRain {
  readonly rain: Rain;
  readonly taps: readonly Tap[];
  readonly now: Date;
}

/** Opens for all who ask of one rain, in one transaction: who may is read once the rain is locked, so that nobody who was excluded while they waited for it takes one. */
async function openOf(platform: Opening, { rain, taps, now }: OfRain): Promise<ReadonlyMap<Tap, Opened | Refusal>> {
  const { asked, rows } = await platform.database
    .begin(async (tx) => {
      await tx.selectFrom("envelope_rain").select("campaign_id").where("campaign_id", "=", rain.id).forUpdate().execute();
      const facts = await listFacts(tx, [...new Set(taps.map(({ accountId }) => accountId))], { now: platform.clock.now(), pack: packs[platform.config.pack] });
      const ofTaps = taps.map((tap) => ({ tap, accountId: tap.accountId, reason: refusalFor(tap, rain, facts) }));
      const claimed = ofTaps.map(({ accountId, reason }) => ({ accountId, may: reason === undefined }));
      return { asked: ofTaps, rows: await claimMany(tx, claimed, { campaignId: rain.id, now }) };
    })
    .catch((error: Error) => {
      platform.log.error({ err: error, rain: rain.code }, "envelopes could not be opened");
      throw unknownOutcome(error);
    });
  const rowOf = new Map(rows.map((row) => [row.accountId, row]));
  const first = new Map(asked.toReversed().map(({ tap, accountId }) => [accountId, tap]));
  return new Map<Tap, Opened | Refusal>(
    asked.map(({ tap, accountId, reason }) => {
      const { code, n, amountMinor, at, isPaid } = rowOf.get(accountId)!;
      const isFresh = code === said.opened && first.get(accountId) === tap;
      if (code !== said.opened && code !== said.openedBefore)
        return [tap, reason ?? new Refusal(code === said.notOpen ? "envelopes.not_open" : "envelopes.empty")];
      return [tap, { campaignId: rain.id, accountId, code: rain.code, words: rain.words, n, amountMinor, at, isPaid, isFresh }];
    }),
  );
}

interface Claimed {
  readonly accountId: bigint;
  readonly code: number;
  readonly n: number;
  readonly amountMinor: bigint;
  readonly at: Date;
  readonly isPaid: boolean;
}

/** Opens envelopes for accounts in the order they came, one for each that may; answers each once, with what `envelope_claim_many` says of it. */
export async function claimMany(
  tx: Tx,
  asked: readonly { readonly accountId: bigint; readonly may: boolean }[],
  { campaignId, now }: { readonly campaignId: string; readonly now: Date },
): Promise<readonly Claimed[]> {
  const { rows } = await sql<Claimed>`
    select account as "accountId", code, n, amount as "amountMinor", opened_at as at, is_paid as "isPaid"
    from envelope_claim_many(${campaignId}::uuid, ${asked.map(({ accountId }) => accountId)}::bigint[], ${asked.map(({ may }) => may)}::boolean[], ${now})`.execute(
    tx,
  );
  return rows;
}

/** Why a member gets none of a rain now, whatever is left of it. */
function refusalFor({ accountId, now }: Tap, { state, startsAt, endsAt, rule }: Rain, facts: FactsOf): Refusal | undefined {
  if (state !== "published" || startsAt > now || endsAt <= now) return new Refusal("envelopes.not_open");
  const known = facts.get(accountId);
  if (known?.may !== true) return new Refusal("rewards.closed");
  const failed = decide(rule, known).find(({ holds }) => holds === false);
  return failed === undefined ? undefined : new Refusal("campaigns.not_eligible", { check: failed.condition.is });
}

interface Claim {
  readonly campaignId: string;
  readonly accountId: bigint;
}

async function payAll({ database, clock, timeZone, log }: Opening, claims: readonly Claim[]): Promise<readonly boolean[]> {
  try {
    const codes = await database.begin((tx) => payEnvelopes(tx, { now: clock.now(), timeZone }, claims));
    return claims.map(({ campaignId, accountId }) => isDone(codes.get(`${campaignId} ${accountId}`)));
  } catch (error) {
    log.error({ err: error, envelopes: claims.length }, "opened envelopes wait for the job that pays them");
    return claims.map(() => false);
  }
}

const isDone = (code: number | undefined): boolean => code === results.applied || code === results.repeat;

interface Due extends Claim {
  readonly walletId: bigint;
  readonly amount: bigint;
}

/**
 * Pays envelopes that were opened, once each, at most `POSTED_AT_ONCE_MAX`; answers the ledger's code of each that was still to be paid, by campaign and account. One whose wallet is held
 * elsewhere stays unpaid, and so does one that another process is paying.
 */
export async function payEnvelopes(tx: Tx, moment: LedgerMoment, claims: readonly Claim[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Due>`
    select k.campaign_id as "campaignId", k.account_id as "accountId", s.amount, w.id as "walletId"
    from (select distinct * from unnest(${claims.map(({ campaignId }) => campaignId)}::uuid[], ${claims.map(({ accountId }) => accountId)}::bigint[]) x(campaign_id, account_id)) u
    join envelope_claim k on k.campaign_id = u.campaign_id and k.account_id = u.account_id and k.paid_at is null
    join envelope_slip s on s.campaign_id = k.campaign_id and s.n = k.n join wallet w on w.account_id = k.account_id and w.kind = ${walletKinds.main}
    for update of k skip locked`.execute(tx);
  const codes = await postMany(
    tx,
    moment,
    rows.map(({ campaignId, accountId, walletId, amount }) => ({
      ref: derivedId("envelope", campaignId, String(accountId)),
      walletId,
      contra: "promotion",
      kind: "prize",
      amountMinor: amount,
    })),
  );
  const paid = rows.filter((_, at) => isDone(codes[at]));
  await sql`
    update envelope_claim k set paid_at = ${moment.now}
    from unnest(${paid.map(({ campaignId }) => campaignId)}::uuid[], ${paid.map(({ accountId }) => accountId)}::bigint[]) u(campaign_id, account_id)
    where k.campaign_id = u.campaign_id and k.account_id = u.account_id and k.paid_at is null`.execute(tx);
  const told = paid.map(({ accountId }) => `member:${accountId}` as const);
  for (let from = 0; from < told.length; from += TOLD_AT_ONCE) staleOnCommit(tx, STALE, told.slice(from, from + TOLD_AT_ONCE));
  return new Map(rows.map(({ campaignId, accountId }, at) => [`${campaignId} ${accountId}`, codes[at]!]));
}

const STALE = ["wallet.balance", "wallet.history", "envelopes.mine", "campaigns.list", "campaigns.get"] as const;

/** Pays what was opened and not paid, by number, each in a transaction of its own: whatever a crash left, or a wallet that was held. */
export async function finishEnvelopes(platform: Platform): Promise<void> {
  const { database, clock, timeZone } = platform;
  await workThrough(platform, {
    job: "envelopes:finish",
    find: (after) => listUnpaid(database.db, after),
    each: async (tx, claim) => {
      for (const code of (await payEnvelopes(tx, { now: clock.now(), timeZone }, [claim])).values())
        if (!isDone(code) && code !== results.busy) throw refusalOf(code);
    },
  });
}

const listUnpaid = (db: Db, after: bigint) =>
  db
    .selectFrom("envelope_claim")
    .select(["campaign_id as campaignId", "account_id as accountId", "number"])
    .where("paid_at", "is", null)
    .where("number", ">", after)
    .orderBy("number")
    .limit(UNPAID_AT_ONCE_MAX)
    .execute();
