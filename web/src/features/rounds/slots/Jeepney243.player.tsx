import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import { jeepney243Game } from "./jeepney243Game.ts";
import { SlotMachine } from "./SlotMachine.tsx";
import { SlotReplay } from "./SlotReplay.tsx";

export const Jeepney243 = ({ room }: { room: Room }) => <SlotMachine room={room} game={jeepney243Game} />;
export const Jeepney243Replay = ({ round }: { round: Round }) => <SlotReplay round={round} game={jeepney243Game} />;
