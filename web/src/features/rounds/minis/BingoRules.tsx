import type { Room } from "@laro/contract/games";
import { CARD_PRICE, LINE_PAYS } from "@laro/engines/minis/bingo";
import { useT } from "../../../api/language.ts";
import { Money, multiple } from "../../../ui/Money.tsx";
import { MiniRules } from "./MiniRules.tsx";
import { PayTable } from "./PayTable.tsx";

export function BingoRules({ room, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <MiniRules
      room={room}
      rules={[t("rounds.bingoRuleCards"), t("rounds.bingoRuleLines"), t("rounds.bingoRuleOdds"), t("rounds.bingoRuleKeys")]}
      draws={t("rounds.bingoDraws")}
      onClose={onClose}
    >
      <PayTable
        heads={[t("rounds.bingoLinesOf"), t("rounds.multiplier"), t("rounds.bingoCardPays")]}
        rows={LINE_PAYS.map((pays, lines) => ({
          key: String(lines),
          cells: [lines === LINE_PAYS.length - 1 ? `${lines}+` : lines, multiple(pays), <Money key="pays" minor={(CARD_PRICE * BigInt(pays)) / 100n} />],
        })).slice(1)}
      />
    </MiniRules>
  );
}
