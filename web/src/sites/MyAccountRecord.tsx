import { useState } from "react";
import { hasReplay, BookedRound } from "../features/rounds/BookedRound.player.tsx";
import { AccountRecord, type OpenedRound } from "../features/wallet/AccountRecord.player.tsx";

interface MyAccountRecordProps {
  depositTo: string;
  /** Goes to where a round is shown again. */
  onReplay: (path: string) => void;
}

/** The lines of one's account; a line's round is shown again where it can be, else as the books have it. */
export function MyAccountRecord({ depositTo, onReplay }: MyAccountRecordProps) {
  const [other, setOther] = useState<OpenedRound>();
  const open = (round: OpenedRound): void => {
    if (hasReplay(round)) onReplay(`/room/${encodeURIComponent(round.gameCode)}?round=${round.id}`);
    else setOther(round);
  };
  return (
    <>
      <AccountRecord depositTo={depositTo} onRound={open} />
      <BookedRound round={other} onClose={() => setOther(undefined)} />
    </>
  );
}
