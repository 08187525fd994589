import { formatAmount } from "@laro/contract/core/money";
import type { Room } from "@laro/contract/games";
import { blackjackTable } from "@laro/engines/tables/blackjack";
import { useT } from "../../../api/language.ts";
import { groupThousands, useCurrencySymbol } from "../../../ui/Money.tsx";
import { RulesTerms, TableRules } from "../tables/TableRules.tsx";

/** Four of thirteen hidden cards make insurance three times its stake. */
const INSURANCE_BACK = { numerator: 12n, denominator: 13n };

/** How one hand for all is played, and what the best play returns, straight from the engine. */
export function BlackjackRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const terms = {
    limits: t("rounds.live.bj.limits", { minimum: amount(room.stakeMin), maximum: amount(room.stakeMax) }),
    check: t("rounds.live.check"),
    keys: t("rounds.live.bj.keys"),
  };
  const sentences = [
    t("rounds.live.bj.ruleAll"),
    t("rounds.live.bj.ruleTurns"),
    t("rounds.live.bj.rulePlay"),
    t("rounds.steps.bjPays"),
    t("rounds.live.bj.ruleAdded"),
    t("rounds.live.bj.draws"),
  ];
  const rows = [
    { name: t("rounds.live.bj.best"), pays: "1:1, 3:2", back: blackjackTable.exactReturn() },
    { name: t("rounds.live.bj.insurance"), pays: "2:1", back: INSURANCE_BACK },
  ];
  return (
    <RulesTerms value={terms}>
      <TableRules room={room} sentences={sentences} rows={rows} onClose={onClose} />
    </RulesTerms>
  );
}
