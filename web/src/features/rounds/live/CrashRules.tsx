import { formatAmount } from "@laro/contract/core/money";
import type { Room } from "@laro/contract/games";
import { FLIGHT_TICKETS_MAX } from "@laro/contract/tables";
import { crashTable } from "@laro/engines/tables/crash";
import { useT } from "../../../api/language.ts";
import { groupThousands, multiple, useCurrencySymbol } from "../../../ui/Money.tsx";
import { RulesTerms, TableRules } from "../tables/TableRules.tsx";

const EXAMPLES = [101, 150, 200, 500, 1_000, 10_000, 100_000, 1_000_000] as const;

/** What every cash-out returns, straight from the engine; and what happens to who loses the connection. */
export function CrashRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const terms = {
    limits: t("rounds.crash.limits", { minimum: amount(room.stakeMin), maximum: amount(room.stakeMax), tickets: FLIGHT_TICKETS_MAX }),
    check: t("rounds.live.check"),
    keys: t("rounds.crash.keys"),
  };
  const sentences = [
    t("rounds.crash.ruleClimb"),
    t("rounds.crash.ruleCash"),
    t("rounds.crash.ruleAuto"),
    t("rounds.crash.ruleLost"),
    t("rounds.crash.ruleMoment"),
    t("rounds.crash.draws"),
  ];
  const rows = EXAMPLES.map((target) => ({
    name: t("rounds.crash.cashAt", { multiple: multiple(target) }),
    pays: multiple(target),
    back: crashTable.exactReturn({ bets: { [String(target)]: "1.00" } }),
  }));
  return (
    <RulesTerms value={terms}>
      <TableRules room={room} sentences={sentences} rows={rows} onClose={onClose} />
    </RulesTerms>
  );
}
