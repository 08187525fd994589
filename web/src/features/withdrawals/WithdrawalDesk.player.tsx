import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useRefusal } from "../../api/faces.ts";
import { cx } from "../../ui/cx.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import type { Picture } from "./WithdrawalCase.player.tsx";
import { WithdrawalForm } from "./WithdrawalForm.player.tsx";
import { WithdrawalList } from "./WithdrawalList.player.tsx";
import { WithdrawalStatus } from "./WithdrawalStatus.player.tsx";
import { metTerms, type Remedies, WithdrawalTerms } from "./WithdrawalTerms.player.tsx";
import { useWithdrawalTerms } from "./withdrawals.api.ts";

interface WithdrawalDeskProps {
  remedies: Remedies;
  payoutAccount: PayoutAccount | undefined;
  /** Chooses the payout account. */
  picker: ReactNode;
  /** Shows a proof the member handed in. */
  picture: Picture;
  depositTo: string;
  /** What else a member asks themselves before they take money out. */
  note?: ReactNode;
}

const FIRST = "min-w-0 max-lg:order-first lg:col-start-1 lg:row-span-2 lg:row-start-1";
const SECOND = "min-w-0 lg:col-start-2 lg:row-start-1";

/** Taking money out: what stands in the way, the form, or the withdrawal the URL names. */
export function WithdrawalDesk(props: WithdrawalDeskProps) {
  const [search, setSearch] = useSearchParams();
  const id = search.get("id");
  if (id !== null) return <WithdrawalStatus key={id} id={id} picture={props.picture} onAgain={() => setSearch({})} />;
  return <NewWithdrawal {...props} onOpen={(opened) => setSearch({ id: opened })} />;
}

function NewWithdrawal({ remedies, payoutAccount, picker, depositTo, note, onOpen }: Omit<WithdrawalDeskProps, "picture"> & { onOpen: (id: string) => void }) {
  const refusal = useRefusal();
  const terms = useWithdrawalTerms();
  const isMet = terms.data !== undefined && Object.values(metTerms(terms.data)).every(Boolean);
  // Both stay where they are in the page, so that what is typed is there still when the last of the terms is met: their places alone change.
  const [formIn, checklistIn] = isMet ? [FIRST, SECOND] : [SECOND, FIRST];
  return (
    <div className="flex flex-col gap-5">
      {note}
      <div className="grid items-start gap-5 lg:grid-cols-[1.2fr_1fr] lg:grid-rows-[auto_1fr]">
        {terms.isPending && <Skeleton className={cx("h-96 w-full", FIRST)} />}
        {terms.data === undefined && terms.error && <RefusedState {...refusal(terms)} />}
        {terms.data && (
          <div className={formIn}>
            <WithdrawalForm
              terms={terms.data}
              isMet={isMet}
              payoutAccount={payoutAccount}
              picker={terms.data.hasPayoutAccount && picker}
              remedy={remedies.paymentPassword}
              onRequested={onOpen}
            />
          </div>
        )}
        {terms.data && (
          <div className={checklistIn}>
            <WithdrawalTerms terms={terms.data} remedies={remedies} depositTo={depositTo} />
          </div>
        )}
        <div className="min-w-0 lg:col-start-2 lg:row-start-2">
          <WithdrawalList onOpen={onOpen} />
        </div>
      </div>
    </div>
  );
}
