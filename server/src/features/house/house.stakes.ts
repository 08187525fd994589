import { refuse } from "@laro/contract/core/errors";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { HouseProposal } from "@laro/contract/house";
import { type CatalogueGame, engineOf, findGameByCode } from "../../core/catalogue/catalogue.ts";
import { isStakeSetSince, lockSetStakes, setStakes, type SetStakes, stakesInForce } from "../../core/catalogue/stakes.ts";
import { type JurisdictionPack, packs } from "../../core/settings/packs.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";

/** Where a stake goes from here: set at once, or left to another officer. */
export interface Weighed {
  readonly game: CatalogueGame;
  /** Whether a stake that is refused now would be taken. */
  readonly isWider: boolean;
}

/** Holds what an officer wants against what is in force. Refuses with `games.not_found`, `rounds.stake_step`, `house.stakes_wrong` or `house.as_it_is`. */
export async function weighStakes(tx: Tx, pack: JurisdictionPack, { gameCode, ...wanted }: SetStakes & { gameCode: string }): Promise<Weighed> {
  const game = findGameByCode(gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  const engine = engineOf(game);
  for (const field of ["stakeMin", "stakeMax"] as const) {
    const bound = wanted[field];
    if (bound === null) continue;
    if (bound % engine.stakeStep !== 0n) refuse("rounds.stake_step", { field, step: formatAmount(engine.stakeStep) });
    if (bound < engine.stakeMin || bound > engine.stakeMax)
      refuse("house.stakes_wrong", { field, minimum: formatAmount(engine.stakeMin), maximum: formatAmount(engine.stakeMax) });
  }
  const set = await lockSetStakes(tx, game.gameId);
  if ((set?.stakeMin ?? null) === wanted.stakeMin && (set?.stakeMax ?? null) === wanted.stakeMax) refuse("house.as_it_is");
  const [before, after] = [stakesInForce(engine, pack, set), stakesInForce(engine, pack, wanted)];
  // What officers set bounds all of a member's tickets on a draw: without it each ticket has that much, though the figure may be the same.
  const isLifted = wanted.stakeMax === null && (set?.stakeMax ?? null) !== null;
  return { game, isWider: isLifted || after.stakeMin < before.stakeMin || after.stakeMax > before.stakeMax };
}

const written = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor));
const read = (amount: string | null = null): bigint | null => (amount === null ? null : (parseAmount(amount) ?? null));

/** What a proposal keeps of stakes. */
export const describeStakes = ({ stakeMin, stakeMax }: SetStakes) => ({ stakeMin: written(stakeMin), stakeMax: written(stakeMax) });

/** Sets the stakes that were proposed, unless others were set since: an officer narrows at once, for a reason that whoever proposed did not know. Refuses with `house.stakes_changed`. */
export async function applyStakes(tx: Tx, { clock }: Platform, { gameCode, detail, proposedBy, proposedAt }: HouseProposal): Promise<void> {
  const { gameId } = findGameByCode(gameCode)!;
  await lockSetStakes(tx, gameId);
  if (await isStakeSetSince(tx, gameId, new Date(proposedAt))) refuse("house.stakes_changed");
  await setStakes(tx, { gameId, stakeMin: read(detail.stakeMin), stakeMax: read(detail.stakeMax), by: proposedBy, now: clock.now() });
}

export const packOf = ({ config }: Platform): JurisdictionPack => packs[config.pack];
