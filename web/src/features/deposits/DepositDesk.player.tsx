import type { DepositMethod } from "@laro/contract/deposits";
import { type ComponentType, type ReactNode, useState } from "react";
import { useSearchParams } from "wouter";
import { type Key, useT } from "../../api/language.ts";
import { Panel } from "../../ui/Panel.tsx";
import { DepositForm } from "./DepositForm.player.tsx";
import { DepositList } from "./DepositList.player.tsx";
import { DepositStatus } from "./DepositStatus.player.tsx";
import { useDepositMethods, useDeposits } from "./deposits.api.ts";

interface DepositDeskProps {
  recordTo: string;
  bonusesTo: string;
  /** Shows one of the member's own pictures. */
  picture: ComponentType<{ id: string; label: string }>;
  /** Offers a limit before the first deposit. */
  limitPrompt?: ReactNode;
  /** Stands in the place of the form where this member may not pay in. */
  gate?: ReactNode;
}

/** Paying in: the form, with the bonus the URL names, or the deposit it names, so that a reload shows it again. */
export function DepositDesk({ recordTo, bonusesTo, picture, limitPrompt, gate }: DepositDeskProps) {
  const [search, setSearch] = useSearchParams();
  const id = search.get("id");
  if (id !== null) return <DepositStatus key={id} id={id} recordTo={recordTo} bonusesTo={bonusesTo} picture={picture} onAgain={() => setSearch({})} />;
  return <Counter bonusCode={search.get("bonus")} limitPrompt={limitPrompt} gate={gate} onOpen={(opened) => setSearch({ id: opened })} />;
}

interface CounterProps extends Pick<DepositDeskProps, "limitPrompt" | "gate"> {
  bonusCode: string | null;
  onOpen: (id: string) => void;
}

function Counter({ bonusCode, limitPrompt, gate, onOpen }: CounterProps) {
  const methods = useDepositMethods();
  const deposits = useDeposits();
  const [code, setCode] = useState<string>();
  const list = methods.data?.list ?? [];
  const method = list.find((one) => one.code === code) ?? list[0];
  const isFirst = deposits.isSuccess && deposits.rows.length === 0;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.2fr_1fr]">
      <div className="grid gap-5">
        {gate || (
          <>
            {isFirst && methods.data?.hasLimit === false && limitPrompt}
            <DepositForm methods={methods} method={method} bonusCode={bonusCode} onChoose={setCode} onOpened={onOpen} />
          </>
        )}
      </div>
      <div className="grid gap-5">
        {!gate && <NextSteps kind={method?.kind ?? "qr"} />}
        <DepositList onOpen={onOpen} />
      </div>
    </div>
  );
}

/** What happens after the button, by the kind of method. */
const nextSteps = {
  qr: ["deposits.next.scan", "deposits.next.pay", "deposits.next.credit"],
  checkout: ["deposits.next.page", "deposits.next.confirm", "deposits.next.credit"],
  transfer: ["deposits.next.account", "deposits.next.slip", "deposits.next.officer"],
} as const satisfies Record<DepositMethod["kind"], readonly Key[]>;

function NextSteps({ kind }: Pick<DepositMethod, "kind">) {
  const t = useT();
  return (
    <Panel title={t("deposits.next.title")}>
      <ol className="grid list-decimal gap-2 ps-5 text-sm text-muted marker:font-semibold marker:text-primary-text">
        {nextSteps[kind].map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </Panel>
  );
}
