import { sql } from "kysely";
import type { Platform } from "../../platform/routes.ts";
import { type Look, putLook } from "../wallet/vendorRounds.ts";
import { noteFault } from "./faults.ts";
import { roundKey } from "./ids.ts";
import { askVendor, isOutOfReach } from "./lines.ts";
import { namedRound, type OpenRound, refundRound } from "./openRounds.ts";
import { findReadUntil } from "./play.window.ts";
import type { roundStates } from "./protocol.ts";
import { findAsked } from "./report.ts";
import { findVendor } from "./view.ts";

const ASK_MS = 5_000;
/** So many rounds of a vendor are asked about at once in one sweep, one after the other. */
const ROUNDS_MAX = 50;
/** A vendor that says nothing so often in a row is left alone until the next sweep, and so is one whose sweep takes so long. */
const SILENCES_MAX = 3;
const SWEEP_MS = 60_000;
const MINUTE_MS = 60_000;
const LOOK_FIRST_MS = 10 * MINUTE_MS;
const LOOK_MOST_MS = 6 * 60 * MINUTE_MS;
/** What a vendor does not know counts when it says so twice, so far apart. */
const TWICE_MS = 10 * MINUTE_MS;

type State = (typeof roundStates)[number];

interface Due extends OpenRound {
  readonly baseUrl: string | null;
  readonly rule: "refund" | "hold";
  readonly accountId: bigint;
  readonly player: string;
  readonly looks: number;
  readonly unknownAt: Date | null;
  readonly silentAt: Date | null;
}

/** What a vendor says of a round; undefined where it says nothing, and "mute" where nobody can ask it. */
type Said = State | "mute" | undefined;
type Ask = (platform: Platform, round: Due) => Promise<Said>;

/**
 * Asks vendors what became of rounds that are open for long. What is finished there is closed here; what is open is looked at again, ever more rarely; what a vendor says
 * twice that it does not know follows its rule. Silence decides nothing: after three days of it officers do, and what the vendor says then still counts.
 */
export async function sweepRounds(platform: Platform, ask: Ask = askState): Promise<void> {
  const due = await listDue(platform);
  await Promise.all([...Map.groupBy(due, ({ vendorId }) => vendorId).values()].map((rounds) => sweepVendor(platform, rounds, ask)));
}

async function listDue({ database, clock }: Platform): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select v.id as "vendorId", v.code, v.base_url as "baseUrl", v.round_rule as rule, w.account_id as "accountId", p.player_ref as player, r.wallet_id as "walletId",
           r.foreign_id as theirs, r.round_id as "roundId", r.game_id as "gameId", r.looks, r.unknown_at as "unknownAt", r.silent_at as "silentAt"
    from vendor v
    cross join lateral (
      select * from vendor_round r where r.vendor_id = v.id and r.closed_at is null and r.look_at <= ${clock.now()} order by r.look_at limit ${ROUNDS_MAX}
    ) r
    join wallet w on w.id = r.wallet_id
    join vendor_player p on p.vendor_id = v.id and p.account_id = w.account_id`.execute(database.db);
  return rows;
}

async function sweepVendor(platform: Platform, rounds: readonly Due[], ask: Ask): Promise<void> {
  const began = performance.now();
  let silences = 0;
  for (const round of rounds) {
    const isLeftAlone = isOutOfReach(platform, { id: round.vendorId, code: round.code });
    if (isLeftAlone || silences >= SILENCES_MAX || performance.now() - began > SWEEP_MS) return;
    const said = await ask(platform, round);
    // Who cannot be asked keeps nobody waiting: all its rounds are on their way to officers at once.
    silences = said === undefined ? silences + 1 : 0;
    await decide(platform, round, said === "mute" ? undefined : said).catch((error: Error) =>
      platform.log.error({ err: error, vendor: round.code, round: round.theirs }, "an open round waits for its next look"),
    );
  }
}

/** A record comes so late at most. */
const LATE_MS = 10 * MINUTE_MS;

/**
 * What the vendor says of a round; undefined where it says nothing, "mute" where its protocol knows no such question or nobody said how it is asked. Of play in a wallet of the vendor's own its records say all there
 * is: a round of which nothing more was told is over, once they are read.
 */
export async function askState(platform: Platform, { vendorId, code, baseUrl, player, theirs }: Due): Promise<Said> {
  if ((await findVendor(platform, code))?.keepsWallet === true) {
    const readUntil = await findReadUntil(platform.database.db, vendorId);
    return readUntil !== undefined && platform.clock.now().getTime() - readUntil.getTime() <= LATE_MS ? "finished" : "open";
  }
  const asked = await findAsked(platform, { code, baseUrl });
  const question = asked?.games.roundState;
  if (asked === undefined || question === undefined) return "mute";
  const { path, ...sent } = question.ask({ casinoId: asked.vendor.casinoId, player, round: theirs }, asked.secret);
  const said = await askVendor(platform, asked.vendor, new URL(path, asked.base), { ...sent, answer: question.answer, timeoutMs: ASK_MS });
  return said?.ok === true ? said.answer : undefined;
}

async function decide(platform: Platform, round: Due, state: State | undefined): Promise<void> {
  if (state === "finished") return close(platform, round);
  const now = platform.clock.now();
  if (state === undefined) return lookAgain(platform, round, { silentAt: round.silentAt ?? now });
  if (state === "open") return lookAgain(platform, round, { unknownAt: null });
  if (round.unknownAt === null) return put(platform, round, { at: new Date(now.getTime() + TWICE_MS), unknownAt: now });
  if (now.getTime() - round.unknownAt.getTime() < TWICE_MS) return lookAgain(platform, round);
  return followRule(platform, round);
}

async function close({ vendorLedger }: Platform, round: Due): Promise<void> {
  const { refused } = await vendorLedger.book({ round: namedRound(round), steps: [], closes: true });
  if (refused !== undefined) throw refused;
}

/** The next look is twice as far away as the last one, six hours at most. */
async function lookAgain(platform: Platform, round: Due, learnt: Omit<Look, "at"> = {}): Promise<void> {
  const waitMs = Math.min(LOOK_MOST_MS, LOOK_FIRST_MS * 2 ** Math.min(round.looks, 16));
  await put(platform, round, { at: new Date(platform.clock.now().getTime() + waitMs), ...learnt });
}

/** Whatever a vendor said, it is silent no more. */
const put = ({ database }: Platform, round: Due, look: Look): Promise<void> =>
  database.begin((tx) => putLook(tx, { ...round, key: roundKey(round, round.theirs) }, { silentAt: null, ...look }));

/** Gives the stakes of a round back that its vendor does not know, where that is the vendor's rule. One that was won in is held for officers: its win contradicts the vendor. */
async function followRule(platform: Platform, round: Due): Promise<void> {
  const { database, clock, timeZone, live } = platform;
  const now = clock.now();
  const isRefunded = round.rule === "refund" && (await database.begin((tx) => refundRound(tx, { now, timeZone }, round)));
  if (!isRefunded) await put(platform, round, { at: null, heldAt: now });
  noteFault(
    { platform, vendor: { id: round.vendorId }, requestId: null },
    { action: "round", kind: isRefunded ? "round_refunded" : "round_held", direction: "out", accountId: round.accountId, theirId: round.theirs },
  );
  if (isRefunded) live.stale(["wallet.balance", "bonuses.rewards", "rewards.summary"], [`member:${round.accountId}`]);
}
