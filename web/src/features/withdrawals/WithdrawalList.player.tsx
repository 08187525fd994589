import type { Withdrawal } from "@laro/contract/withdrawals";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { WithdrawalBadge } from "./WithdrawalBadge.player.tsx";
import { useWithdrawals } from "./withdrawals.api.ts";

/** The member's withdrawals, newest first; each opens its timeline. */
export function WithdrawalList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const withdrawals = useWithdrawals();
  const face = faceOf(withdrawals, withdrawals.rows.length);
  return (
    <Panel title={t("withdrawals.mine.title")}>
      {face === "loading" && <Skeleton className="h-40 w-full" />}
      {face === "refused" && <RefusedState {...refusal(withdrawals)} />}
      {face === "empty" && <EmptyState drawing="banca" text={t("withdrawals.mine.empty")} />}
      {face === "ready" && (
        <ul className="-mx-2 grid">
          {withdrawals.rows.map((withdrawal) => (
            <li key={withdrawal.id}>
              <WithdrawalRow withdrawal={withdrawal} onOpen={() => onOpen(withdrawal.id)} />
            </li>
          ))}
        </ul>
      )}
      {withdrawals.hasNextPage && (
        <Button tone="ghost" size="sm" className="justify-self-center" busy={withdrawals.isFetchingNextPage} onClick={() => void withdrawals.fetchNextPage()}>
          {t("ui.more")}
        </Button>
      )}
    </Panel>
  );
}

function WithdrawalRow({ withdrawal: { reference, amount, state, bank, createdAt }, onOpen }: { withdrawal: Withdrawal; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center justify-between gap-3 rounded-sm px-2 py-2.5 text-start transition hover:bg-text/4"
    >
      <span className="grid min-w-0">
        <span className="truncate text-sm font-semibold">
          <span className="figures">{reference}</span> · {bank}
        </span>
        <DateTime at={createdAt} className="text-xs text-muted" />
      </span>
      <span className="grid justify-items-end gap-1">
        <Money minor={amount} className="text-sm font-semibold" />
        <WithdrawalBadge state={state} />
      </span>
    </button>
  );
}
