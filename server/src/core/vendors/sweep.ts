import { sql } from "kysely";
import { askForeign } from "../../platform/foreign.ts";
import type { Platform } from "../../platform/routes.ts";
import type { Tx } from "../../platform/db.ts";
import { rollBack, type VendorRound } from "../wallet/vendorCalls.ts";
import { lockStanding, type Look, putLook } from "../wallet/vendorRounds.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { noteFault } from "./faults.ts";
import { roundKey, transactionId, undoingId } from "./ids.ts";
import { addressOfVendor } from "./outbound.ts";
import type { roundStates } from "./protocol.ts";
import { protocols } from "./protocols.ts";
import { findVendor, secretsAt } from "./view.ts";

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

interface Due {
  readonly vendorId: number;
  readonly code: string;
  readonly baseUrl: string | null;
  readonly rule: "refund" | "hold";
  readonly accountId: bigint;
  readonly player: string;
  readonly walletId: bigint;
  readonly theirs: string;
  readonly roundId: string;
  readonly gameId: number;
  readonly looks: number;
  readonly unknownAt: Date | null;
}

/**
 * Asks vendors what became of rounds that are open for long. What is finished there is closed here; what is open is looked at again, ever more rarely; what a vendor says
 * twice that it does not know follows its rule. Silence decides nothing.
 */
export async function sweepRounds(platform: Platform): Promise<void> {
  const due = await listDue(platform);
  await Promise.all([...Map.groupBy(due, ({ vendorId }) => vendorId).values()].map((rounds) => sweepVendor(platform, rounds)));
}

async function listDue({ database, clock }: Platform): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select v.id as "vendorId", v.code, v.base_url as "baseUrl", v.round_rule as rule, w.account_id as "accountId", p.player_ref as player, r.wallet_id as "walletId",
           r.foreign_id as theirs, r.round_id as "roundId", r.game_id as "gameId", r.looks, r.unknown_at as "unknownAt"
    from vendor v
    cross join lateral (
      select * from vendor_round r where r.vendor_id = v.id and r.closed_at is null and r.look_at <= ${clock.now()} order by r.look_at limit ${ROUNDS_MAX}
    ) r
    join wallet w on w.id = r.wallet_id
    join vendor_player p on p.vendor_id = v.id and p.account_id = w.account_id`.execute(database.db);
  return rows;
}

async function sweepVendor(platform: Platform, rounds: readonly Due[]): Promise<void> {
  const began = performance.now();
  let silences = 0;
  for (const round of rounds) {
    if (silences >= SILENCES_MAX || performance.now() - began > SWEEP_MS) return;
    const state = await askState(platform, round);
    silences = state === undefined ? silences + 1 : 0;
    await decide(platform, round, state).catch((error: Error) =>
      platform.log.error({ err: error, vendor: round.code, round: round.theirs }, "an open round waits for its next look"),
    );
  }
}

/** What the vendor says of a round; undefined where it says nothing, or its protocol knows no such question. */
async function askState(platform: Platform, { code, baseUrl, player, theirs }: Due): Promise<State | undefined> {
  const vendor = await findVendor(platform, code);
  const question = vendor && protocols[vendor.protocol]?.games.roundState;
  const [secret] = vendor === undefined ? [] : secretsAt(vendor, "ours", platform.clock.now());
  const base = vendor && addressOfVendor(platform.config, vendor, baseUrl);
  if (vendor === undefined || question === undefined || secret === undefined || base === undefined) return undefined;
  const { path, ...asked } = question.ask({ casinoId: vendor.casinoId, player, round: theirs }, secret);
  const said = await askForeign(new URL(path, base), { ...asked, answer: question.answer, timeoutMs: ASK_MS });
  return said?.ok === true ? said.answer : undefined;
}

async function decide(platform: Platform, round: Due, state: State | undefined): Promise<void> {
  if (state === "finished") return close(platform, round);
  if (state === undefined || state === "open") return lookAgain(platform, round, { forgets: state === "open" });
  const now = platform.clock.now();
  if (round.unknownAt === null) return put(platform, round, { at: new Date(now.getTime() + TWICE_MS), unknownAt: now });
  if (now.getTime() - round.unknownAt.getTime() < TWICE_MS) return lookAgain(platform, round, { forgets: false });
  return followRule(platform, round);
}

const namedRound = (round: Due): VendorRound => {
  const { walletId, vendorId, gameId, theirs } = round;
  return { walletId, vendorId, gameId, key: roundKey(round, theirs), foreignId: theirs, lookAfterS: LOOK_FIRST_MS / 1_000 };
};

async function close({ vendorLedger }: Platform, round: Due): Promise<void> {
  const { refused } = await vendorLedger.book({ round: namedRound(round), steps: [], closes: true });
  if (refused !== undefined) throw refused;
}

/** The next look is twice as far away as the last one, six hours at most. `forgets`: whether the vendor knows the round after all. */
async function lookAgain(platform: Platform, round: Due, { forgets }: { forgets: boolean }): Promise<void> {
  const waitMs = Math.min(LOOK_MOST_MS, LOOK_FIRST_MS * 2 ** Math.min(round.looks, 16));
  const at = new Date(platform.clock.now().getTime() + waitMs);
  await put(platform, round, { at, ...(forgets ? { unknownAt: null } : {}) });
}

const put = ({ database }: Platform, round: Due, look: Look): Promise<void> =>
  database.begin((tx) => putLook(tx, { ...round, key: roundKey(round, round.theirs) }, look));

/** Gives the stakes of a round back that its vendor does not know, where that is the vendor's rule. One that was won in is held for officers: its win contradicts the vendor. */
async function followRule(platform: Platform, round: Due): Promise<void> {
  const { database, clock, timeZone, live } = platform;
  const now = clock.now();
  const isRefunded = round.rule === "refund" && (await database.begin((tx) => refund(tx, { now, timeZone }, round)));
  if (!isRefunded) await put(platform, round, { at: null, heldAt: now });
  noteFault(
    { platform, vendor: { id: round.vendorId }, requestId: null },
    { action: "round", kind: isRefunded ? "round_refunded" : "round_held", direction: "out", accountId: round.accountId, theirId: round.theirs },
  );
  if (isRefunded) live.stale(["wallet.balance", "bonuses.rewards"], [`member:${round.accountId}`]);
}

/** Takes back what was staked, and ends the round. Not where a win stands. */
async function refund(tx: Tx, moment: LedgerMoment, round: Due): Promise<boolean> {
  const standing = await lockStanding(tx, round);
  if (standing.some(({ isWin }) => isWin)) return false;
  const rollbacks = standing.map(({ id }) => ({ ref: undoingId(round, id), foreignId: id, original: transactionId(round, id), originalForeignId: id }));
  await rollBack(tx, moment, { round: namedRound(round), rollbacks, closes: true });
  return true;
}
