import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import { mangoRushGame } from "./mangoRushGame.ts";
import { SlotMachine } from "./SlotMachine.tsx";
import { SlotReplay } from "./SlotReplay.tsx";

export const MangoRush = ({ room }: { room: Room }) => <SlotMachine room={room} game={mangoRushGame} />;
export const MangoRushReplay = ({ round }: { round: Round }) => <SlotReplay round={round} game={mangoRushGame} />;
