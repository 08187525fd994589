import type { InputOf } from "@laro/contract/core/endpoint";
import { Refusal, refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { rounds } from "@laro/contract/rounds";
import type { Engine, Paytable } from "@laro/engines/engine";
import { engineOf, findGameByCode, type CatalogueGame } from "../../core/catalogue/catalogue.ts";
import { checkStakeInForce, cycleInForce, knowSetStakes } from "../../core/catalogue/stakes.ts";
import { checkMay } from "../../core/limits/gates.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { findPosted, getMainWalletId, isPosted, type KeptPosting } from "../../core/wallet/wallet.ts";
import type { Standing } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { contentDigest, requestedId, type OwnId } from "../../platform/ids.ts";
import { type Pace, refuseTooSoon } from "./rounds.pace.ts";

/** Who plays, when and where. */
export interface Table {
  readonly db: Db;
  readonly pace: Pace;
  readonly pack: JurisdictionPack;
  readonly now: Date;
  readonly accountId: bigint;
  readonly standing: Standing;
  readonly isAbroad: boolean;
  /** The session whose answer tells what moved; none where nobody plays by one. */
  readonly session?: string | undefined;
}

export type Play = InputOf<(typeof rounds)["play"]>;

/** A round that may begin, as far as can be said without its wallet. */
export interface Begun<Kind extends Engine> {
  readonly game: CatalogueGame;
  readonly engine: Kind;
  /** What was chosen, as the engine reads it. */
  readonly choice: unknown;
  readonly walletId: bigint;
  readonly ref: OwnId;
  readonly digest: bigint;
  /** What was played under this id before, where that was asked: it needs no draw. */
  readonly played: KeptPosting | undefined;
  /** Gives the pace back when no round was begun. */
  readonly takeBack: () => void;
}

/** Checks everything about a new round but its money: the game and its kind, the stake, the choice, what the session may, and the game's pace. */
export async function beginRound<Kind extends Engine["kind"]>(
  { db, pace, pack, now, accountId, standing, isAbroad }: Table,
  play: Play,
  kind: Kind,
): Promise<Begun<Extract<Engine, { kind: Kind }>>> {
  const game = findGameByCode(play.gameCode);
  const engine = game && engineOf(game);
  if (game === undefined || !isKind(engine, kind)) refuse("games.not_found", { field: "gameCode" });
  if (pack.closedGameTypes.includes(engine.gameType)) refuse("games.closed");
  checkStake(engine, play.stake);
  const choice = engine.parseChoice.safeParse(play.choice);
  if (!choice.success || !stakesAll(engine, choice.data, play.stake)) refuse("rounds.choice_invalid", { field: "choice" });
  checkMay("play", standing, { pack, now, isAbroad });
  const walletId = await getMainWalletId(db, accountId);
  const ref = requestedId(play.requestId, "round", String(accountId));
  const set = (await knowSetStakes(db)).get(game.gameId);
  await unlessPosted(db, ref, () => checkStakeInForce({ engine, pack, set, stake: play.stake, choice: choice.data, field: "stake" }));
  const cycleMs = cycleInForce(engine, pack);
  const begins = pace.begin({ accountId, gameId: game.gameId, requestId: play.requestId, cycleMs, now });
  const isNew = typeof begins === "function";
  const played = isNew ? undefined : await findPosted(db, ref);
  if (begins === "early" && played === undefined) refuseTooSoon(cycleMs);
  const digest = contentDigest(
    [play.gameCode, formatAmount(play.stake), JSON.stringify(choice.data), ...(play.bonusBetId === undefined ? [] : [play.bonusBetId])].join(" "),
  );
  return { game, engine, choice: choice.data, walletId, ref, digest, played, takeBack: isNew ? begins : () => undefined };
}

/** Refuses what may not be played now; one that was played before its answer was lost is answered whenever it is asked for. */
async function unlessPosted(db: Db, ref: OwnId, check: () => void): Promise<void> {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal && (await isPosted(db, ref)))) throw error;
  }
}

const isKind = <Kind extends Engine["kind"]>(engine: Engine | undefined, kind: Kind): engine is Extract<Engine, { kind: Kind }> => engine?.kind === kind;

/** Whether bets on spots add up to the stake; a game without spots has nothing to add. */
function stakesAll(engine: Paytable<unknown>, choice: unknown, stake: bigint): boolean {
  return engine.stakeOf === undefined || engine.stakeOf(choice) === stake;
}

function checkStake({ stakeMin, stakeMax, stakeStep }: Paytable<unknown>, stake: bigint): void {
  if (stake < stakeMin) refuse("rounds.below_minimum", { field: "stake", minimum: formatAmount(stakeMin) });
  if (stake > stakeMax) refuse("rounds.above_maximum", { field: "stake", maximum: formatAmount(stakeMax) });
  if (stake % stakeStep !== 0n) refuse("rounds.stake_step", { field: "stake", step: formatAmount(stakeStep) });
}
