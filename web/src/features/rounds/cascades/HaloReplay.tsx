import type { Round } from "@laro/contract/rounds";
import { CascadeReplay } from "./CascadeReplay.tsx";
import { haloGame } from "./haloGame.ts";

export const HaloReplay = ({ round }: { round: Round }) => <CascadeReplay round={round} game={haloGame} />;
