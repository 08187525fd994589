import { packs, type JurisdictionPack } from "../../core/settings/packs.ts";
import { findGameByCode, type CatalogueGame } from "../../core/catalogue/catalogue.ts";

const SECOND_MS = 1_000;

/** How long each part of a draw takes. */
interface Phases {
  /** While tickets are taken. */
  readonly betsMs: number;
  /** Between the last ticket and the draw. */
  readonly lockMs: number;
  /** While the result is shown; then it is paid. */
  readonly showMs: (result: unknown) => number;
  /** While it stands. */
  readonly resultMs: number;
}

/** A table: draws of one game, one after the other. Its code is its game's. */
export interface Series extends Phases {
  readonly code: string;
}

const spinning = (code: string, betsMs: number, spinMs: number, resultMs: number): Series => ({
  code,
  betsMs,
  lockMs: SECOND_MS,
  showMs: () => spinMs,
  resultMs,
});

/** The tables there are. The times are those of the games people know; a round of bets is long enough to lay and confirm. */
const all: readonly Series[] = [
  spinning("ROULETTE_1", 20 * SECOND_MS, 9 * SECOND_MS, 6 * SECOND_MS),
  spinning("ROULETTE_SPEED_1", 12 * SECOND_MS, 7 * SECOND_MS, 5 * SECOND_MS),
];

export const listSeries = (): readonly Series[] => all;

export const findSeries = (code: string): Series | undefined => all.find((series) => series.code === code);

export const gameOf = ({ code }: Pick<Series, "code">): CatalogueGame => findGameByCode(code)!;

/** The most a member may stake on one draw, and the most the house may owe for one; in minor units. */
export const MEMBER_MAX = 10_000_000n;
export const LIABILITY_MAX = 500_000_000n;

/** Only where no money is real may the server choose the salt of its own chain. */
export const maySaltItself = (pack: JurisdictionPack): boolean => pack === packs.sandbox;
