import type { Room } from "@laro/contract/games";
import { lazy } from "react";
import { CascadeRoom } from "./CascadeRoom.tsx";
import { bulkanGame } from "./bulkanGame.ts";

const BulkanRules = lazy(() => import("./BulkanRules.tsx").then((file) => ({ default: file.BulkanRules })));

export const BulkanRoom = ({ room }: { room: Room }) => <CascadeRoom room={room} game={bulkanGame} Rules={BulkanRules} />;
