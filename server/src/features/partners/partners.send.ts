import { PARTNER_HELD_HOURS } from "@laro/contract/partners";
import type { UpdateObject } from "kysely";
import { streamOf } from "../../core/wallet/chance.ts";
import { crashPoint } from "../../platform/crash.ts";
import type { Tx } from "../../platform/db.ts";
import { addJob } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import type { DB } from "../../platform/schema.ts";
import { engineOf, findRound, type KeptRound } from "./partners.rounds.ts";
import { countNonce, lockSeed } from "./partners.seeds.ts";
import type { PartnerInForce } from "./partners.view.ts";
import { isPartnerOutOfReach, SEND_MS, sendBet, sendRollback, sendWin, type WalletSaid } from "./partners.wire.ts";

const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;
/** A bet is sent so often, within so long; then it is given back. */
const BET_SENDS_MAX = 4;
const BET_MS_MAX = 30 * S_MS;
const BET_GAP_MS = 2 * S_MS;
/** How long after each other a win or a rollback is sent; the last one again and again. */
const GAPS_MS = [5 * S_MS, 15 * S_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS] as const;
const HELD_AFTER_MS = PARTNER_HELD_HOURS * 60 * MINUTE_MS;
/** From the question to the end: asked, drawn, told; or asked and given back. */
const STEPS_MAX = 5;

type Change = UpdateObject<DB, "partner_round">;

/** Where a round stands that does not stand still: what happens next, and from which state. */
type Step = "bet" | "rollback" | "draw" | "win";

/** What a round does next; undefined where it is over or an officer's. */
export function stepOf({ state, undoingAt, heldAt }: Pick<KeptRound, "state" | "undoingAt" | "heldAt">): Step | undefined {
  if (heldAt !== null) return undefined;
  if (state === "asked") return undoingAt === null ? "bet" : "rollback";
  return state === "staked" ? "draw" : state === "drawn" ? "win" : undefined;
}

/** What a round's transactions are called at its partner: the same however often they are sent, and what a report adds up (`partners.report.ts`). */
export const idsOf = (round: string) => ({ bet: `${round}-bet`, win: `${round}-win`, rollback: `${round}-rollback` });

/**
 * Goes on with a round as long as something is due, and answers where it stands then. Whoever comes second finds that the first is at it. Of a partner that is left alone
 * nothing is asked, and no send is counted.
 */
export async function continueRound(platform: Platform, partner: PartnerInForce, id: string): Promise<KeptRound> {
  for (let steps = 0; ; steps++) {
    const round = (await findRound(platform.database.db, id))!;
    const step = stepOf(round);
    if (step === undefined || round.lookAt === null || round.lookAt > platform.clock.now() || steps >= STEPS_MAX) return round;
    if (step === "draw") await drawRound(platform, round);
    else if (step === "bet" && isTooLate(round, platform.clock.now())) await giveUp(platform, round);
    else if (isPartnerOutOfReach(platform, partner)) return round;
    else await send(platform, partner, round, step);
  }
}

const isTooLate = ({ at }: KeptRound, now: Date): boolean => now.getTime() - at.getTime() >= BET_MS_MAX;

/** Nobody waits for a bet that was begun so long ago, as before a crash: it is not sent any more, and what was sent is given back. */
const giveUp = ({ database, clock }: Platform, round: KeptRound): Promise<boolean> =>
  database.begin((tx) => change(tx, round, { undoing_at: clock.now(), sends: 0, look_at: clock.now() }));

/** Stake, outcome and the number of the round in one transaction: from here on what was won is owed. */
async function drawRound({ database, clock, keys }: Platform, { id, playerId, gameCode, version, stake, choice }: KeptRound): Promise<void> {
  const now = clock.now();
  await database.begin(async (tx) => {
    const { id: seedId, nonce, ...seed } = await lockSeed(tx, keys, playerId);
    const { winMinor, outcome } = engineOf(gameCode, version).play({ stakeMinor: stake, choice, stream: streamOf(seed, nonce) });
    const drawn = { state: "drawn", seed_id: seedId, nonce, win: winMinor, outcome: JSON.stringify(outcome), drawn_at: now, sends: 0, look_at: now };
    const { numUpdatedRows } = await tx.updateTable("partner_round").set(drawn).where("id", "=", id).where("state", "=", "staked").executeTakeFirst();
    if (numUpdatedRows > 0n) await countNonce(tx, playerId);
  });
  crashPoint("partner.after_draw");
}

export const gapOf = (step: Step, sends: number): number => (step === "bet" ? BET_GAP_MS : GAPS_MS[Math.min(sends, GAPS_MS.length) - 1]!);
export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** A look that comes by the minute would come too late for a bet. One look at a time: however silent partners are, they hold one worker. */
export const looksAt = (tx: Tx, id: string, runAt: Date): Promise<void> =>
  addJob(tx, "partners:continue", {}, { key: `partnerRound:${id}`, runAt, queue: "partners" });

/** Sends what a round waits for, unless somebody did since it was read. */
async function send(platform: Platform, partner: PartnerInForce, round: KeptRound, step: Exclude<Step, "draw">): Promise<void> {
  const { database, clock } = platform;
  const sends = round.sends + 1;
  const lookAt = after(clock.now(), SEND_MS + gapOf(step, sends));
  const isClaimed = await database.begin(async (tx) => {
    const isMine = await change(tx, round, { sends, look_at: lookAt });
    if (isMine) await looksAt(tx, round.id, lookAt);
    return isMine;
  });
  if (!isClaimed) return;
  crashPoint("partner.before_send");
  const ids = idsOf(round.id);
  const money = { round: round.id, amountMinor: step === "bet" ? round.stake : round.win! };
  const said =
    step === "bet"
      ? await sendBet(platform, partner, round, { ...money, id: ids.bet })
      : step === "win"
        ? await sendWin(platform, partner, round, { ...money, id: ids.win })
        : await sendRollback(platform, partner, round, { round: round.id, id: ids.rollback, original: ids.bet });
  crashPoint("partner.after_send");
  const sent = { ...round, sends };
  const next = hear[step](sent, said, clock.now());
  await database.begin(async (tx) => {
    // What was taken is taken, whoever asks again meanwhile.
    const isHeard = await change(tx, sent, next, { anySend: said?.said === "done" });
    if (isHeard && next.look_at instanceof Date) await looksAt(tx, round.id, next.look_at);
  });
  if (step === "bet") crashPoint("partner.after_stake");
}

/** Changes a round that still stands where it was read; whether it did. */
async function change(tx: Tx, { id, state, sends, undoingAt }: KeptRound, to: Change, { anySend = false } = {}): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("partner_round")
    .set(to)
    .where("id", "=", id)
    .where("state", "=", state)
    .where("undoing_at", undoingAt === null ? "is" : "is not", null)
    .$if(!anySend, (query) => query.where("sends", "=", sends))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What each answer makes of a round. */
const hear = {
  /** A refusal of the only question ends it. A later one's does not say what became of those before: the bet is given back, which is right either way. */
  bet: (round, said, now) => {
    const { sends } = round;
    if (said?.said === "done") return { state: "staked", sends: 0, look_at: now, balance: said.balanceMinor };
    if (said?.said === "refused" && sends === 1) return { state: "refused", refusal: said.refusal, look_at: null, ended_at: now };
    const isOver = said?.said === "refused" || sends >= BET_SENDS_MAX || isTooLate(round, now);
    return isOver ? { undoing_at: now, sends: 0, look_at: now } : { look_at: after(now, BET_GAP_MS) };
  },
  rollback: ({ sends, at }, said, now) =>
    said?.said === "done"
      ? { state: "void", look_at: null, held_at: null, ended_at: now, balance: said.balanceMinor }
      : later({ sends, since: at, now }, said?.said === "refused" ? said.words : undefined),
  /** What was drawn is owed: a refusal waits for an officer, silence is asked again. */
  win: ({ sends, drawnAt }, said, now) => {
    if (said?.said === "done") return { state: "closed", look_at: null, held_at: null, ended_at: now, balance: said.balanceMinor };
    if (said?.said === "refused") return { look_at: null, held_at: now, refusal: said.words };
    return later({ sends, since: drawnAt!, now });
  },
} as const satisfies Record<Exclude<Step, "draw">, (round: KeptRound, said: WalletSaid, now: Date) => Change>;

/** Sent again after a while; after a day it is an officer's. */
export function later(
  { sends, since, now }: { sends: number; since: Date; now: Date },
  words?: string,
): { refusal?: string; look_at: Date | null; held_at?: Date } {
  const told = words === undefined ? {} : { refusal: words };
  if (now.getTime() - since.getTime() >= HELD_AFTER_MS) return { ...told, look_at: null, held_at: now };
  return { ...told, look_at: after(now, gapOf("win", sends)) };
}
