import type { Db } from "../../platform/db.ts";
import { contentDigest, type OwnId } from "../../platform/ids.ts";
import { standingOf } from "../catalogue/tiles.ts";
import { packs } from "../settings/packs.ts";
import { entryTypes, rollBack, unknownGameOf, whyNotPlaying, type VendorAnswer, type VendorRound, type VendorStep } from "../wallet/vendorCalls.ts";
import { getBalances } from "../wallet/wallet.ts";
import { type FaultKind, noteFault } from "./faults.ts";
import { prizeId, roundKey, transactionId, undoingId } from "./ids.ts";
import type { VendorPlayer } from "./players.ts";
import { finishIssue, keepFreeBet, type PrizeRequest, takePrize } from "./prizes.ts";
import { type FaultCode, WalletFault, type WalletOutcome, type WalletRequest, type WalletStep } from "./protocol.ts";
import { inTurn } from "./rareCalls.ts";
import { balanceTold, faultOf, type Setting } from "./setting.ts";
import type { GatewayVendor, VendorGame } from "./view.ts";

type Play = Extract<WalletRequest, { kind: "play" }>;
type Undo = Extract<WalletRequest, { kind: "rollback" }>;

/** Carries a vendor's call out on the member's wallet. Throws a `WalletFault` where it is refused; then nothing of it happened. */
export async function runWallet(setting: Setting, request: WalletRequest): Promise<WalletOutcome> {
  const { vendor, findPlayer, readBalance } = setting;
  if (request.kind === "finishIssue") return finishIssue(setting, request);
  const player = await findPlayer(vendor.id, request.player);
  if (player === undefined) throw new WalletFault("player_unknown");
  const { currency } = player;
  if (request.currency !== undefined && currency !== request.currency) throw new WalletFault("currency_other");
  const game = request.game === undefined ? undefined : vendor.games.get(request.game);
  if (request.kind === "balance" || request.kind === "identify") return { balanceMinor: await readBalance(player.accountId), currency, round: "", ids: [] };
  if (request.kind === "prize") {
    const taken = await takePrize(setting, { request, player, gameId: game?.id ?? unknownGameOf(vendor.id) });
    if (request.ends !== undefined) await book(setting, { round: roundOf(vendor, player, { game, foreignId: request.ends }), steps: [], closes: true });
    return taken;
  }
  const round = roundOf(vendor, player, { game, foreignId: request.round });
  switch (request.kind) {
    case "play":
      return play(setting, { request, player, game, round });
    case "rollback":
      return undo(setting, { request, player, round });
    case "close": {
      const { balanceMinor } = await book(setting, { round, steps: [], closes: true });
      return { balanceMinor, currency, round: round.key, ids: [] };
    }
  }
}

/** Seconds after which an open round is asked about, by the kind of game; the shortest where nothing is said. */
const LOOK_AFTER_S: Readonly<Record<string, number>> = { LIVE: 7_200, PVP: 7_200, SPORTS: 30 * 86_400 };
const LOOK_AFTER_USUAL_S = 600;

/** A vendor's round of a member as the ledger is asked about it. */
export function roundOf(
  vendor: GatewayVendor,
  { walletId }: Pick<VendorPlayer, "walletId">,
  { game, foreignId }: { game: VendorGame | undefined; foreignId: string },
): VendorRound {
  return {
    walletId,
    vendorId: vendor.id,
    gameId: game?.id ?? unknownGameOf(vendor.id),
    key: roundKey({ code: vendor.code, walletId }, foreignId),
    foreignId,
    lookAfterS: LOOK_AFTER_S[game?.gameType ?? ""] ?? LOOK_AFTER_USUAL_S,
  };
}

const givenRef = ({ code }: GatewayVendor, { walletId }: VendorPlayer, id: string): OwnId => prizeId({ code, walletId }, id);
const refOf = ({ code }: GatewayVendor, { walletId }: VendorPlayer, id: string): OwnId => transactionId({ code, walletId }, id);

interface Playing {
  readonly request: Play;
  readonly player: VendorPlayer;
  readonly game: VendorGame | undefined;
  readonly round: VendorRound;
}

async function play(setting: Setting, playing: Playing): Promise<WalletOutcome> {
  const { request, player, game, round } = playing;
  const steps = stepsOf(setting, playing);
  await checkPlay(setting, playing, { steps, isUnknown: false });
  const [first, ...others] = request.steps;
  // A bet that costs nothing opens no round of ours: what it wins is a prize.
  if (first?.isFree === true && others.length === 0) return keepFreeBet(setting, { player, round, step: steps[0]! });
  const call = { round, steps, closes: request.closes };
  let answer = await book(setting, call);
  if (answer.isUnfounded) {
    const named = await betsNamed(setting, playing);
    if (named === "free" && first !== undefined && others.length === 0) return runWallet(setting, prizeOf(request, first));
    await checkPlay(setting, playing, { steps, isUnknown: named === "missing" });
    answer = await book(setting, { ...call, steps: steps.map((step) => ({ ...step, founding: undefined })) });
  }
  const refs = new Map(steps.map(({ foreignId, ref }) => [foreignId, ref]));
  await setting.keepJackpots({ walletId: player.walletId, steps: request.steps, ref: (id) => refs.get(id)! });
  if (!answer.repeated) noteOddities(setting, { request, player, game });
  const balanceMinor = await balanceTold(setting, player, answer);
  return { balanceMinor, currency: player.currency, round: round.key, ids: request.steps.map(({ id }) => refs.get(id)!) };
}

/** Throws what forbids a call. */
async function checkPlay(setting: Setting, playing: Playing, what: { steps: readonly VendorStep[]; isUnknown: boolean }): Promise<void> {
  const shut = await whyRefused(setting, playing, what);
  if (shut !== undefined) throw new WalletFault(shut, { balanceMinor: await setting.readBalance(playing.player.accountId) });
}

/** A win of a bet that was free. */
const prizeOf = ({ steps: _, kind: _play, round, closes, ...about }: Play, { id, amountMinor, isCut }: WalletStep): PrizeRequest => ({
  ...about,
  kind: "prize",
  id,
  amountMinor,
  isCut,
  content: round,
  ends: closes ? round : undefined,
  isWin: true,
});

/** Each transaction once; two of one id and other contents are refused. */
function stepsOf({ vendor, rules }: Setting, { request, player, round: { foreignId: round } }: Playing): readonly VendorStep[] {
  const ref = (id: string): OwnId => refOf(vendor, player, id);
  const byId = new Map<string, VendorStep>();
  for (const { id, type, amountMinor, reference, isFree } of request.steps) {
    const known = byId.get(id);
    if (known !== undefined && (known.type !== type || known.amountMinor !== amountMinor)) throw new WalletFault("id_reused");
    const content = reference === undefined && isFree !== true ? round : JSON.stringify([round, reference, isFree]);
    const founding = rules.winNeedsBet && type === "win" ? { bet: ref(reference ?? ""), given: givenRef(vendor, player, id) } : undefined;
    byId.set(id, { ref: ref(id), type, amountMinor, digest: contentDigest(content), foreignId: id, founding });
  }
  return [...byId.values()];
}

/**
 * What forbids a call; of transactions that are here nothing does: what we answered once is answered again, whatever closed since. A refusal would say that the stake never
 * left, and leave a win beside it unpaid.
 */
async function whyRefused(
  setting: Setting,
  playing: Playing,
  { steps, isUnknown }: { steps: readonly VendorStep[]; isUnknown: boolean },
): Promise<FaultCode | undefined> {
  const { request, player, game } = playing;
  const why = async (asked: readonly WalletStep[]): Promise<FaultCode | undefined> =>
    whyShut(setting, asked, game) ?? (isUnknown ? "bet_unknown" : await whyUnfounded(setting, { ...playing, request: { ...request, steps: asked } }));
  const shut = await why(request.steps);
  if (shut === undefined) return undefined;
  const known = await listKnown(setting.platform.database.db, player.walletId, steps);
  if (known.size === 0) return shut;
  const others = request.steps.filter(({ id }) => !known.has(refOf(setting.vendor, player, id)));
  return others.length === 0 ? undefined : why(others);
}

/** What forbids the bets of a call before the ledger is asked: the game, its vendor, the market, a maximum. Wins are taken whatever is closed. */
function whyShut({ platform, vendor }: Setting, steps: readonly WalletStep[], game: VendorGame | undefined): FaultCode | undefined {
  const bets = steps.filter(({ type }) => type === "bet");
  if (bets.length === 0) return undefined;
  if (game === undefined) return "game_unknown";
  const standing = standingOf({ ...game, isStopped: !game.isOpen, vendor }, { pack: packs[platform.config.pack], now: platform.clock.now() });
  if (standing.state !== "open") return "game_closed";
  const maximums = [game.stakeMaxMinor, vendor.stakeMaxMinor].filter((maximum) => maximum !== null);
  return bets.some(({ amountMinor }) => maximums.some((maximum) => amountMinor > maximum)) ? "stake_too_high" : undefined;
}

/** What forbids a call besides, by what its protocol wants of bets and wins, and of a bet that costs nothing: who may not play may not play for nothing. */
async function whyUnfounded({ platform, vendor, rules, standingOfToken }: Setting, { request, player, game, round }: Playing): Promise<FaultCode | undefined> {
  const { database, clock, timeZone } = platform;
  const now = clock.now();
  const bets = request.steps.filter(({ type }) => type === "bet");
  if (rules.tokenFor === "bets" && bets.length > 0) {
    const token = await standingOfToken({ token: request.token, vendorId: vendor.id, accountId: player.accountId });
    if (token !== "good") return token === "expired" ? "token_expired" : "token_unknown";
  }
  if (game !== undefined && bets.some(({ amountMinor }) => amountMinor === 0n)) {
    const refusal = await inTurn(database, vendor, (tx) => whyNotPlaying(tx, { now, timeZone }, round));
    const fault = refusal === undefined ? undefined : faultOf(refusal, undefined);
    if (fault instanceof WalletFault) return fault.code;
  }
  return undefined;
}

/** The bets that a call's wins name, looked at where they were not found: some are not here, or their vendor paid for them, so that what they win is a prize. */
async function betsNamed({ vendor, platform }: Setting, { request, player }: Playing): Promise<"here" | "missing" | "free"> {
  const wins = request.steps.filter(({ type }) => type === "win");
  const named = new Set(wins.map(({ reference }) => refOf(vendor, player, reference ?? "")));
  const rows = await platform.database.db
    .selectFrom("vendor_entry")
    .select(["ref", "type"])
    .where("wallet_id", "=", player.walletId)
    .where("ref", "in", [...named, ...wins.map(({ id }) => givenRef(vendor, player, id))])
    .execute();
  if (rows.some(({ type }) => type === entryTypes.prize || type === entryTypes.freeBet)) return "free";
  return rows.filter(({ ref, type }) => type === entryTypes.bet && named.has(ref as OwnId)).length === named.size ? "here" : "missing";
}

/** Those of the transactions that are here. */
async function listKnown(db: Db, walletId: bigint, steps: readonly VendorStep[]): Promise<ReadonlySet<string>> {
  const refs = steps.map(({ ref }) => ref);
  const rows = await db.selectFrom("vendor_entry").select("ref").where("wallet_id", "=", walletId).where("ref", "in", refs).execute();
  return new Set(rows.map(({ ref }) => ref));
}

/** Wins we cannot place, and fractions of a centavo nobody was paid: taken, and told. */
function noteOddities(setting: Setting, { request, player, game }: Pick<Playing, "request" | "player" | "game">): void {
  const note = (kind: FaultKind, theirId: string): void => noteFault(setting, { action: "play", kind, accountId: player.accountId, theirId });
  if (game === undefined) note("game_unknown", request.game ?? "");
  for (const { id, isCut } of request.steps) if (isCut) note("fraction", id);
}

async function undo(
  { platform, vendor, ...setting }: Setting,
  { request, player, round }: { request: Undo; player: VendorPlayer; round: VendorRound },
): Promise<WalletOutcome> {
  const rollbacks = request.undoings.map(({ id, original }) => ({
    ref: id === undefined ? undoingId({ code: vendor.code, walletId: player.walletId }, original) : refOf(vendor, player, id),
    foreignId: id ?? original,
    original: refOf(vendor, player, original),
    originalForeignId: original,
  }));
  const moment = { now: platform.clock.now(), timeZone: platform.timeZone };
  const { moves, ...answer } = await inTurn(platform.database, vendor, (tx) => rollBack(tx, moment, { round, rollbacks, closes: request.closes })).catch(
    (error: unknown) => {
      throw faultOf(error, undefined);
    },
  );
  for (const [place, { originalForeignId }] of rollbacks.entries()) {
    if (!moves[place])
      noteFault({ platform, vendor, ...setting }, { action: "rollback", kind: "moved_nothing", accountId: player.accountId, theirId: originalForeignId });
  }
  platform.live.stale(["wallet.balance", "bonuses.rewards", "rewards.summary"], [`member:${player.accountId}`]);
  const balanceMinor = await balanceTold(setting, player, answer);
  return { balanceMinor, currency: player.currency, round: round.key, ids: rollbacks.map(({ ref }, place) => (moves[place] ? ref : "")) };
}

async function book({ platform }: Setting, call: { round: VendorRound; steps: readonly VendorStep[]; closes: boolean }): Promise<VendorAnswer> {
  const answer = await platform.vendorLedger.book(call).catch((error: unknown) => {
    throw faultOf(error, undefined);
  });
  if (answer.refused !== undefined) throw faultOf(answer.refused, answer.balanceMinor);
  return answer;
}

/** A member's main balance, minor units. Reads of one moment share one query. */
export const balanceReader =
  (db: Db) =>
  async (accountId: bigint): Promise<bigint> =>
    (await getBalances(db, accountId)).main;
