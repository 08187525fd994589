import type { Room } from "@laro/contract/games";
import { CascadeRoom } from "./CascadeRoom.tsx";
import { haloGame } from "./haloGame.ts";

export const HaloRoom = ({ room }: { room: Room }) => <CascadeRoom room={room} game={haloGame} />;
