import type { Room } from "@laro/contract/games";
import { lazy } from "react";
import { CascadeRoom } from "./CascadeRoom.tsx";
import { haloGame } from "./haloGame.ts";

const HaloRules = lazy(() => import("./HaloRules.tsx").then((file) => ({ default: file.HaloRules })));

export const HaloRoom = ({ room }: { room: Room }) => <CascadeRoom room={room} game={haloGame} Rules={HaloRules} />;
