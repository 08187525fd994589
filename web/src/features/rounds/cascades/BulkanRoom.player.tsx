import type { Room } from "@laro/contract/games";
import { CascadeRoom } from "./CascadeRoom.tsx";
import { bulkanGame } from "./bulkanGame.ts";

export const BulkanRoom = ({ room }: { room: Room }) => <CascadeRoom room={room} game={bulkanGame} />;
