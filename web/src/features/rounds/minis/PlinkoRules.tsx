import { miniRisks, plinkoRows } from "@laro/contract/core/plays/minis";
import type { PlinkoChoice } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { plinko, slotPays } from "@laro/engines/minis/plinko";
import { useT } from "../../../api/language.ts";
import { bareMultiple } from "../../../ui/Money.tsx";
import { MiniRules } from "./MiniRules.tsx";
import { PayTable } from "./PayTable.tsx";
import { percentOf } from "./percentOf.ts";

export function PlinkoRules({ room, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <MiniRules
      room={room}
      rules={[t("rounds.plinkoRuleFall"), t("rounds.plinkoRulePay"), t("rounds.plinkoRuleKeys")]}
      draws={t("rounds.plinkoDraws")}
      onClose={onClose}
    >
      <PayTable
        heads={[t("rounds.rowsAndRisk"), t("rounds.returnShort"), t("rounds.edgeToCentre")]}
        rows={plinkoRows.flatMap((rows) =>
          miniRisks.map((risk) => ({
            key: `${rows} ${risk}`,
            cells: [`${rows} · ${t(`rounds.risk.${risk}`)}`, `${percentOf(plinko.exactReturn({ rows, risk }))}%`, sayHalf({ rows, risk })],
          })),
        )}
      />
    </MiniRules>
  );
}

const sayHalf = (choice: PlinkoChoice): string =>
  slotPays(choice)
    .slice(0, choice.rows / 2 + 1)
    .map(bareMultiple)
    .join(" · ");
