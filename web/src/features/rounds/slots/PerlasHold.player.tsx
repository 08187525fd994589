import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import { perlasHoldGame } from "./perlasHoldGame.ts";
import { SlotMachine } from "./SlotMachine.tsx";
import { SlotReplay } from "./SlotReplay.tsx";

export const PerlasHold = ({ room }: { room: Room }) => <SlotMachine room={room} game={perlasHoldGame} />;
export const PerlasHoldReplay = ({ round }: { round: Round }) => <SlotReplay round={round} game={perlasHoldGame} />;
