import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { MoneyOrderList } from "../../ui/MoneyOrderList.tsx";
import { More } from "../../ui/More.tsx";
import { WithdrawalBadge } from "./WithdrawalBadge.player.tsx";
import { useWithdrawals } from "./withdrawals.api.ts";

/** The member's withdrawals, newest first; each opens its timeline. */
export function WithdrawalList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const withdrawals = useWithdrawals();
  const { rows } = withdrawals;
  return (
    <MoneyOrderList
      title={t("withdrawals.mine.title")}
      orders={rows.map(({ id, reference, bank, createdAt, amount, state }) => ({
        id,
        reference,
        note: bank,
        at: createdAt,
        amount,
        badge: <WithdrawalBadge state={state} />,
      }))}
      face={faceOf(withdrawals, rows.length)}
      empty={t("withdrawals.mine.empty")}
      refused={<RefusedState {...refusal(withdrawals)} />}
      more={<More {...withdrawals} label={t("ui.more")} tone="ghost" className="justify-self-center" />}
      onOpen={onOpen}
    />
  );
}
