import { Suspense } from "react";
import { area, NoFailure } from "../../api/area.ts";

const BonusBetCount = area("bonuses", () => import("../../features/bonuses/BonusBets.player.tsx").then((file) => file.BonusBetCount), NoFailure);

/** The member's bonus bets, apart from the balance. */
export const BetMark = ({ isShort, className }: { isShort?: boolean; className: string }) => (
  <Suspense>
    <BonusBetCount to="/member/rewardCenter" isShort={isShort === true} className={className} />
  </Suspense>
);
