import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../platform/db.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { isRewardable } from "../limits/rewards.ts";
import { brand, packs } from "../settings/packs.ts";
import { noteFault } from "./faults.ts";
import { staleFreeRounds } from "./freeRounds.ts";
import { askVendor, isOutOfReach } from "./lines.ts";
import { addressOfVendor } from "./outbound.ts";
import { playerRef } from "./players.ts";
import type { issueAnswers, VendorQuestion } from "./protocol.ts";
import { protocols } from "./protocols.ts";
import { findVendor, secretsAt } from "./view.ts";

const ASK_MS = 5_000;
/** So many of a vendor in one go; one that says nothing so often in a row is left alone until the next. */
const SENT_MAX = 50;
const SILENCES_MAX = 3;
const MINUTE_MS = 60_000;
const WAIT_MOST_MS = 6 * 60 * MINUTE_MS;
/** A vendor may tell the end of rounds so long after their last day. */
const GRACE_HOURS = 24;
const MOVED_AT_ONCE_MAX = 500;

interface Due {
  readonly id: string;
  readonly accountId: bigint;
  readonly vendorId: number;
  readonly code: string;
  readonly baseUrl: string | null;
  readonly gameCode: string;
  readonly rounds: number;
  readonly stake: bigint;
  readonly until: Date;
  readonly state: string;
  readonly tries: number;
  readonly isCancel: boolean;
}

/**
 * Tells vendors of free rounds, and of those taken back, until each answers: with our id, so that asking again gives nothing twice, and with waits that grow. Then those that
 * somebody began to play are active, and those whose time is over have ended.
 */
export async function sendFreeRounds(platform: Platform): Promise<void> {
  const { rows } = await sql<Due>`
    select f.id, f.account_id as "accountId", v.id as "vendorId", v.code, v.base_url as "baseUrl", g.game_code as "gameCode", f.rounds, f.stake, f.until, f.state, f.tries,
           f.cancel_asked_at is not null as "isCancel"
    from vendor v cross join lateral (
      select * from free_round f where f.vendor_id = v.id and f.next_at <= ${platform.clock.now()} order by f.next_at limit ${SENT_MAX}
    ) f join game g on g.id = f.game_id`.execute(platform.database.db);
  await Promise.all([...Map.groupBy(rows, ({ vendorId }) => vendorId).values()].map((due) => sendToVendor(platform, due)));
  await platform.database.begin((tx) => moveOn(tx, platform.clock.now()));
}

async function sendToVendor(platform: Platform, due: readonly Due[]): Promise<void> {
  let silences = 0;
  for (const one of due) {
    if (silences >= SILENCES_MAX || isOutOfReach(platform, { id: one.vendorId, code: one.code })) return;
    const answer = await send(platform, one).catch((error: Error) => {
      platform.log.error({ err: error, vendor: one.code, issue: one.id }, "free rounds wait for their next try");
      return "unknown" as const;
    });
    silences = answer === "unknown" ? silences + 1 : 0;
  }
}

type Answer = (typeof issueAnswers)[number];

async function send(platform: Platform, due: Due): Promise<Answer> {
  const ref = await platform.database.begin((tx) => claim(tx, platform, due));
  if (ref === undefined) return "done";
  const answer = await ask(platform, due, ref);
  if (answer !== "unknown") await platform.database.begin((tx) => settle(tx, platform, due, answer));
  return answer;
}

/** Writes down that a vendor is asked now, before it is, and answers what it calls the member. Undefined where another process was faster, or nobody is to be asked. */
async function claim(tx: Tx, { clock, config }: Platform, { id, accountId, vendorId, tries, state, isCancel }: Due): Promise<string | undefined> {
  const now = clock.now();
  const next = new Date(now.getTime() + Math.min(WAIT_MOST_MS, MINUTE_MS * 2 ** Math.min(tries, 16)));
  const isBarred = !isCancel && tries === 0 && !(await isRewardable(tx, { accountId, now, pack: packs[config.pack] }));
  const change = isBarred ? sql`state = 'cancelled', ended_at = ${now}, next_at = null` : sql`tries = tries + 1, next_at = ${next}`;
  const { numAffectedRows } = await sql`
    update free_round set ${change} where id = ${id} and state = ${state} and tries = ${tries} and next_at is not null and (cancel_asked_at is not null) = ${isCancel}`.execute(
    tx,
  );
  if (isBarred) staleFreeRounds(tx, accountId);
  return numAffectedRows === 1n && !isBarred ? playerRef(tx, { vendorId, accountId }) : undefined;
}

async function ask(platform: Platform, due: Due, ref: string): Promise<Answer> {
  const { clock, config } = platform;
  const vendor = await findVendor(platform, due.code);
  const games = vendor && protocols[vendor.protocol]?.games;
  const [secret] = vendor === undefined ? [] : secretsAt(vendor, "ours", clock.now());
  const base = vendor && addressOfVendor(config, vendor, due.baseUrl);
  if (vendor === undefined || games === undefined || secret === undefined || base === undefined) return "unknown";
  const { casinoId } = vendor;
  const { id: issue, gameCode, rounds, stake: stakeMinor, until } = due;
  const put = async (question: VendorQuestion | undefined, answer: z.ZodType<Answer> | undefined): Promise<Answer> => {
    if (question === undefined || answer === undefined) return "refused";
    const { path, ...asked } = question;
    return (await askVendor(platform, vendor, new URL(path, base), { ...asked, answer, timeoutMs: ASK_MS }))?.answer ?? "unknown";
  };
  if (due.isCancel) return put(games.cancelFreeRounds?.ask({ casinoId, issue }, secret), games.cancelFreeRounds?.answer);
  const about = { casinoId, issue, player: { ref, currency: brand.currency }, gameCode, rounds, stakeMinor, until };
  return put(games.issueFreeRounds?.ask(about, secret), games.issueFreeRounds?.answer);
}

/** What the vendor said stands, unless an end came meanwhile. What it refuses to take back it has played, or never knew. */
async function settle(tx: Tx, platform: Platform, { id, accountId, vendorId, state, isCancel }: Due, answer: Exclude<Answer, "unknown">): Promise<void> {
  const now = platform.clock.now();
  const isKept = isCancel && answer === "refused" && state !== "issuing";
  const to = isCancel ? (isKept ? state : "cancelled") : answer === "done" ? "issued" : "failed";
  const hasEnded = to === "cancelled" || to === "failed";
  const { numAffectedRows } = await sql`
    update free_round set state = ${to}, ended_at = ${hasEnded ? now : null}::timestamptz, tries = 0,
           next_at = case when cancel_asked_at is not null and not ${isCancel} and not ${hasEnded} then ${now}::timestamptz end,
           cancel_asked_at = case when ${isKept} then null else cancel_asked_at end
    where id = ${id} and state in ('issuing', 'issued', 'active')`.execute(tx);
  if (numAffectedRows !== 1n) return;
  if (to === "issued") await tell(tx, "freeRounds.issued", { freeRoundId: id, accountId: String(accountId) });
  if (answer === "refused")
    noteFault(
      { platform, vendor: { id: vendorId }, requestId: null },
      { action: "freeRounds", kind: isCancel ? "cancel_refused" : "issue_refused", direction: "out", accountId, theirId: id },
    );
  staleFreeRounds(tx, accountId);
}

/** Issued rounds whose game their member opened since are active. Those nobody told the end of have expired a day after their last one; those no vendor ever took have failed. */
async function moveOn(tx: Tx, now: Date): Promise<void> {
  const begun = await sql<{ accountId: bigint }>`
    update free_round set state = 'active' where id = any(array(
      select f.id from free_round f where f.state = 'issued' and exists (
        select from launch l where l.account_id = f.account_id and l.at >= f.at and l.game_id = f.game_id and l.mode = 'real' and l.opened_at is not null
      ) order by f.number limit ${MOVED_AT_ONCE_MAX})) and state = 'issued' returning account_id as "accountId"`.execute(tx);
  const over = await sql<{ accountId: bigint }>`
    update free_round f set state = case when f.state <> 'issuing' then 'expired' when f.cancel_asked_at is null then 'failed' else 'cancelled' end, ended_at = ${now}, next_at = null
    where f.id = any(array(
      select f.id from free_round f where f.state in ('issuing', 'issued', 'active') and f.until < ${now}
      and (f.state = 'issuing' or f.until < ${now}::timestamptz - make_interval(hours => ${GRACE_HOURS})) order by f.until limit ${MOVED_AT_ONCE_MAX}))
    and f.state in ('issuing', 'issued', 'active') returning f.account_id as "accountId"`.execute(tx);
  for (const { accountId } of [...begun.rows, ...over.rows]) staleFreeRounds(tx, accountId);
}
