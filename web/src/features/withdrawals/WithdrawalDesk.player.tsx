import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useRefusal } from "../../api/faces.ts";
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
  const checklist = terms.data && <WithdrawalTerms terms={terms.data} remedies={remedies} depositTo={depositTo} />;
  const form = terms.data && (
    <WithdrawalForm
      terms={terms.data}
      isMet={isMet}
      payoutAccount={payoutAccount}
      picker={terms.data.hasPayoutAccount && picker}
      remedy={remedies.paymentPassword}
      onRequested={onOpen}
    />
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.2fr_1fr]">
      {note}
      {terms.isPending && <Skeleton className="h-96 w-full" />}
      {terms.data === undefined && terms.error && <RefusedState {...refusal(terms)} />}
      {isMet ? form : checklist}
      <div className="grid gap-5">
        {isMet ? checklist : form}
        <WithdrawalList onOpen={onOpen} />
      </div>
    </div>
  );
}
