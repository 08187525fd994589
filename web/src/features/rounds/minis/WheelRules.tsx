import { miniRisks, wheelSizes } from "@laro/contract/core/plays/minis";
import type { WheelChoice } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { segmentPays, wheel } from "@laro/engines/minis/wheel";
import { useT } from "../../../api/language.ts";
import { multiple } from "../../../ui/Money.tsx";
import { MiniRules } from "./MiniRules.tsx";
import { PayTable } from "./PayTable.tsx";
import { percentOf } from "./percentOf.ts";
import { paysOf } from "./wheelArt.ts";

export function WheelRules({ room, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <MiniRules
      room={room}
      rules={[t("rounds.wheelRuleStop"), t("rounds.wheelRulePay"), t("rounds.wheelRuleKeys")]}
      draws={t("rounds.wheelDraws")}
      onClose={onClose}
    >
      <PayTable
        heads={[t("rounds.segmentsAndRisk"), t("rounds.returnShort"), t("rounds.paysOnSegments")]}
        rows={wheelSizes.flatMap((segments) =>
          miniRisks.map((risk) => ({
            key: `${segments} ${risk}`,
            cells: [`${segments} · ${t(`rounds.risk.${risk}`)}`, `${percentOf(wheel.exactReturn({ segments, risk }))}%`, sayPays({ segments, risk })],
          })),
        )}
      />
    </MiniRules>
  );
}

const sayPays = (choice: WheelChoice): string =>
  paysOf(segmentPays(choice))
    .map(({ pays, count }) => `${multiple(pays)} (${count})`)
    .join(" · ");
