import type { Room } from "@laro/contract/games";
import { useT } from "../../../api/language.ts";
import { Money, multiple } from "../../../ui/Money.tsx";
import { chanceOf, sayChance } from "./limboChoice.ts";
import { MiniRules } from "./MiniRules.tsx";
import { PayTable } from "./PayTable.tsx";

const EXAMPLES = [101, 150, 200, 500, 1_000, 10_000, 100_000, 1_000_000] as const;

export function LimboRules({ room, stake, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <MiniRules
      room={room}
      rules={[t("rounds.limboRulePoint"), t("rounds.limboRulePay"), t("rounds.ruleSure"), t("rounds.limboRuleKeys")]}
      draws={t("rounds.limboDraws")}
      onClose={onClose}
    >
      <PayTable
        heads={[t("rounds.target"), t("rounds.chance"), t("rounds.payout")]}
        rows={EXAMPLES.map((target) => ({
          key: String(target),
          cells: [multiple(target), `${sayChance(chanceOf(target))}%`, <Money key="pays" minor={(stake * BigInt(target)) / 100n} />],
        }))}
      />
    </MiniRules>
  );
}
