import type { ComponentProps } from "react";
import { RoundReplay } from "../../features/rounds/RoundReplay.player.tsx";
import { RoundProof } from "../../features/seeds/RoundProof.player.tsx";

const renderProof = (round: ComponentProps<typeof RoundProof>["round"]) => <RoundProof round={round} />;

/** A round played again, and what proves it. */
export function ProvedReplay({ id, gameTo }: { id: string; gameTo: string }) {
  return <RoundReplay id={id} gameTo={gameTo} proof={renderProof} />;
}
