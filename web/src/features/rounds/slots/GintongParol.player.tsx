import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import type { ReactNode } from "react";
import { gintongParolGame } from "./gintongParolGame.tsx";
import { SlotMachine } from "./SlotMachine.tsx";
import { SlotReplay } from "./SlotReplay.tsx";

export const GintongParol = ({ room, pool }: { room: Room; pool?: ReactNode }) => <SlotMachine room={room} game={gintongParolGame} pool={pool} />;
export const GintongParolReplay = ({ round }: { round: Round }) => <SlotReplay round={round} game={gintongParolGame} />;
