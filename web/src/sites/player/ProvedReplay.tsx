import { RoundReplay } from "../../features/rounds/RoundReplay.player.tsx";
import { RoundProof } from "../../features/seeds/RoundProof.player.tsx";

/** A round played again, and what proves it. */
export function ProvedReplay({ id, gameTo }: { id: string; gameTo: string }) {
  return <RoundReplay id={id} gameTo={gameTo} proof={(round) => <RoundProof round={round} />} />;
}
