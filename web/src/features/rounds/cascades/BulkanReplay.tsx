import type { Round } from "@laro/contract/rounds";
import { CascadeReplay } from "./CascadeReplay.tsx";
import { bulkanGame } from "./bulkanGame.ts";

export const BulkanReplay = ({ round }: { round: Round }) => <CascadeReplay round={round} game={bulkanGame} />;
