import type { Deposit } from "@laro/contract/deposits";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { DepositBadge } from "./DepositBadge.player.tsx";
import { useDeposits } from "./deposits.api.ts";

/** The member's deposits, newest first; each opens again. */
export function DepositList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const deposits = useDeposits();
  const face = faceOf(deposits, deposits.rows.length);
  return (
    <Panel title={t("deposits.mine")}>
      {face === "loading" && <Skeleton className="h-40 w-full" />}
      {face === "refused" && <RefusedState {...refusal(deposits)} />}
      {face === "empty" && <EmptyState drawing="banca" text={t("deposits.empty")} />}
      {face === "ready" && (
        <ul className="-mx-2 grid">
          {deposits.rows.map((deposit) => (
            <li key={deposit.id}>
              <DepositRow deposit={deposit} onOpen={() => onOpen(deposit.id)} />
            </li>
          ))}
        </ul>
      )}
      {deposits.hasNextPage && (
        <Button tone="ghost" size="sm" className="justify-self-center" busy={deposits.isFetchingNextPage} onClick={() => void deposits.fetchNextPage()}>
          {t("ui.more")}
        </Button>
      )}
    </Panel>
  );
}

function DepositRow({ deposit: { reference, amount, paid, state, createdAt }, onOpen }: { deposit: Deposit; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center justify-between gap-3 rounded-sm px-2 py-2.5 text-start transition hover:bg-text/4"
    >
      <span className="grid min-w-0">
        <span className="figures text-sm font-semibold">{reference}</span>
        <DateTime at={createdAt} className="text-xs text-muted" />
      </span>
      <span className="grid justify-items-end gap-1">
        <Money minor={paid ?? amount} className="text-sm font-semibold" />
        <DepositBadge state={state} />
      </span>
    </button>
  );
}
