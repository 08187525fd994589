import type { InputOf } from "@laro/contract/core/endpoint";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { rounds } from "@laro/contract/rounds";

export type PlayInput = InputOf<(typeof rounds)["play"]>;

const keyOf = (gameCode: string): string => `openPlay.${gameCode}`;

/** Remembers a round before it is asked for, so that even a reload asks for the same one. */
export function keepOpenPlay(play: PlayInput): void {
  sessionStorage.setItem(keyOf(play.gameCode), JSON.stringify({ ...play, stake: formatAmount(play.stake) }));
}

/** The round of a game whose outcome this tab has not heard yet. */
export function findOpenPlay(gameCode: string): PlayInput | undefined {
  const stored = sessionStorage.getItem(keyOf(gameCode));
  if (stored === null) return undefined;
  const play = JSON.parse(stored) as Omit<PlayInput, "stake"> & { stake: string };
  return { ...play, stake: parseAmount(play.stake) ?? 0n };
}

export const dropOpenPlay = (gameCode: string): void => sessionStorage.removeItem(keyOf(gameCode));
