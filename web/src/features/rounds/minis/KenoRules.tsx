import { KENO_PICKS_MAX } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { hitPays, keno } from "@laro/engines/minis/keno";
import { useT } from "../../../api/language.ts";
import { multiple } from "../../../ui/Money.tsx";
import { quickPick } from "./kenoPicks.ts";
import { MiniRules } from "./MiniRules.tsx";
import { PayTable } from "./PayTable.tsx";
import { percentOf } from "./percentOf.ts";

const counts = Array.from({ length: KENO_PICKS_MAX }, (_, at) => at + 1);

export function KenoRules({ room, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <MiniRules
      room={room}
      rules={[t("rounds.kenoRuleDraw"), t("rounds.kenoRulePay"), t("rounds.kenoRuleKeys")]}
      draws={t("rounds.kenoDraws")}
      onClose={onClose}
    >
      <PayTable
        heads={[t("rounds.kenoPicks"), t("rounds.returnShort"), t("rounds.kenoHitsPay")]}
        rows={counts.map((picks) => ({
          key: String(picks),
          cells: [picks, `${percentOf(keno.exactReturn({ picks: quickPick(picks) }))}%`, sayPays(picks)],
        }))}
      />
    </MiniRules>
  );
}

const sayPays = (picks: number): string =>
  hitPays(picks)
    .flatMap((pays, hits) => (pays === 0 ? [] : [`${hits}: ${multiple(pays)}`]))
    .join(" · ");
