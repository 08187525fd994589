import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import { fiestaLinesGame } from "./fiestaLinesGame.ts";
import { SlotMachine } from "./SlotMachine.tsx";
import { SlotReplay } from "./SlotReplay.tsx";

export const FiestaLines = ({ room }: { room: Room }) => <SlotMachine room={room} game={fiestaLinesGame} />;
export const FiestaLinesReplay = ({ round }: { round: Round }) => <SlotReplay round={round} game={fiestaLinesGame} />;
