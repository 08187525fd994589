import type { OutputOf } from "@laro/contract/core/endpoint";
import type { transfers } from "@laro/contract/transfers";
import type { ComponentType, ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useTransferTerms } from "./transfers.api.ts";

export type TransferTerms = OutputOf<(typeof transfers)["terms"]>;

export interface TransferGateProps {
  title: string;
  text: string;
  /** Sets the payment password in place. */
  remedy: ComponentType<{ onDone: () => void }>;
  /** The way to a verified identity, where there is one. */
  verifyAction?: ReactNode;
  children: (terms: TransferTerms) => ReactNode;
}

/** Says what stands between the member and a transfer; what is missing can be mended here. */
export function TransferGate({ title, text, remedy: Remedy, verifyAction, children }: TransferGateProps) {
  const t = useT();
  const refusal = useRefusal();
  const terms = useTransferTerms();
  if (terms.data === undefined) return terms.error ? <RefusedState {...refusal(terms)} /> : <Skeleton className="h-80 w-full" />;
  const { open, verified, hasPaymentPassword } = terms.data;
  const body = () => {
    if (!open) return <EmptyState text={t("transfers.closed")} />;
    if (!verified) return <EmptyState text={t("transfers.unverified")} action={verifyAction} />;
    if (hasPaymentPassword) return children(terms.data);
    return (
      <div className="grid gap-4">
        <p className="text-sm font-medium">{t("errors.accounts.payment_password_missing")}</p>
        <Remedy onDone={() => void terms.refetch()} />
      </div>
    );
  };
  return (
    <Panel title={title} text={text}>
      {body()}
    </Panel>
  );
}
