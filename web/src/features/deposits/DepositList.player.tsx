import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { MoneyOrderList } from "../../ui/MoneyOrderList.tsx";
import { More } from "../../ui/More.tsx";
import { DepositBadge } from "./DepositBadge.tsx";
import { useDeposits } from "./deposits.api.ts";

/** The member's deposits, newest first; each opens again. */
export function DepositList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const deposits = useDeposits();
  const { rows } = deposits;
  return (
    <MoneyOrderList
      title={t("deposits.mine")}
      orders={rows.map(({ id, reference, methodName, createdAt, paid, amount, state }) => ({
        id,
        reference,
        note: methodName,
        at: createdAt,
        amount: paid ?? amount,
        badge: <DepositBadge state={state} />,
      }))}
      face={faceOf(deposits, rows.length)}
      empty={t("deposits.empty")}
      refused={<RefusedState {...refusal(deposits)} />}
      more={<More {...deposits} label={t("ui.more")} tone="ghost" className="justify-self-center" />}
      onOpen={onOpen}
    />
  );
}
