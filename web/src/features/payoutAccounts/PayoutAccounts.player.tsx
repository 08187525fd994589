import { Landmark, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { usePayoutAccounts } from "./payoutAccounts.api.ts";
import { PayoutAccountForm } from "./PayoutAccountForm.player.tsx";

/** The bound payout accounts, and a way to bind another. `needs` stands in the way until there is a payment password. */
export function PayoutAccounts({ needs }: { needs: ReactNode }) {
  const t = useT();
  const refusal = useRefusal();
  const accounts = usePayoutAccounts();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button size="sm" tone="secondary" icon={<Plus />} aria-label={t("payoutAccounts.add")} onClick={() => setAdding(true)}>
      {t("payoutAccounts.add.short")}
    </Button>
  );
  return (
    <Panel title={t("payoutAccounts.title")} text={t("payoutAccounts.text")} aside={accounts.data && accounts.data.list.length > 0 && add}>
      {accounts.isPending && <Skeleton className="h-16 w-full" />}
      {accounts.data === undefined && accounts.error && <RefusedState {...refusal(accounts)} />}
      {accounts.data?.list.length === 0 && <EmptyState drawing="banca" text={t("payoutAccounts.empty")} action={add} />}
      <ul className="grid gap-2">
        {accounts.data?.list.map(({ id, bank, holder, numberMasked }) => (
          <li key={String(id)} className="flex items-center gap-3 rounded-sm border border-line bg-field px-4 py-3">
            <Landmark aria-hidden="true" className="size-5 shrink-0 text-muted" />
            <span className="grid min-w-0 flex-1">
              <span className="text-sm font-semibold">{bank}</span>
              <span className="truncate text-xs text-muted">{holder}</span>
            </span>
            <span className="figures text-sm">{numberMasked}</span>
          </li>
        ))}
      </ul>
      <Dialog open={isAdding} title={t("payoutAccounts.add")} onClose={() => setAdding(false)} closeLabel={t("ui.close")}>
        {needs || <PayoutAccountForm onDone={() => setAdding(false)} />}
      </Dialog>
    </Panel>
  );
}
