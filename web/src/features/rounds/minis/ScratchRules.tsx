import type { Room } from "@laro/contract/games";
import { scratchPrizes } from "@laro/engines/minis/scratch";
import { useT } from "../../../api/language.ts";
import { groupThousands, Money, multiple } from "../../../ui/Money.tsx";
import { MiniRules } from "./MiniRules.tsx";
import { PayTable } from "./PayTable.tsx";

export function ScratchRules({ room, stake, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <MiniRules
      room={room}
      rules={[t("rounds.scratchDecided"), t("rounds.scratchRulePrize"), t("rounds.scratchRuleKeys")]}
      draws={t("rounds.scratchDraws")}
      onClose={onClose}
    >
      <PayTable
        heads={[t("rounds.scratchPrize"), t("rounds.payout"), t("rounds.scratchOfMillion")]}
        rows={scratchPrizes.map(({ pays, tickets }) => ({
          key: String(pays),
          cells: [multiple(pays), <Money key="pays" minor={(stake * BigInt(pays)) / 100n} />, groupThousands(String(tickets))],
        }))}
      />
    </MiniRules>
  );
}
