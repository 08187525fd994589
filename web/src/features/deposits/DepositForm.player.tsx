import type { OutputOf } from "@laro/contract/core/endpoint";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { deposits } from "@laro/contract/deposits";
import { type FormEvent, useId, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { type PaymentKind, PaymentMark } from "../../ui/art/PaymentMark.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useCreateDeposit, useDepositMethods } from "./deposits.api.ts";

type DepositMethod = OutputOf<(typeof deposits)["methods"]>["list"][number];

const CHIPS_MINOR = [100_00n, 500_00n, 1_000_00n, 5_000_00n, 10_000_00n] as const;

const markOf = (code: string): PaymentKind => (code.startsWith("QR") ? "qr" : "wallet");

/** Chooses how and how much to pay in, within what the method allows. */
export function DepositForm({ onOpened }: { onOpened: (id: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const methods = useDepositMethods();
  const [code, setCode] = useState<string>();
  const list = methods.data?.list ?? [];
  const method = list.find((one) => one.code === code) ?? list[0];
  return (
    <Panel title={t("deposits.title")} text={t("deposits.text")}>
      {methods.isPending && <Skeleton className="h-64 w-full" />}
      {methods.data === undefined && methods.error && <RefusedState {...refusal(methods)} />}
      {methods.data && method === undefined && <EmptyState drawing="banca" text={t("deposits.noMethods")} />}
      {method && (
        <>
          <MethodCards list={list} chosen={method} onChoose={setCode} />
          <AmountForm method={method} onOpened={onOpened} />
        </>
      )}
    </Panel>
  );
}

function MethodCards({ list, chosen, onChoose }: { list: readonly DepositMethod[]; chosen: DepositMethod; onChoose: (code: string) => void }) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-medium">{t("deposits.method")}</legend>
      {list.map((method) => (
        <label
          key={method.code}
          className={cx(
            "flex cursor-pointer items-center gap-3 rounded-sm border p-3.5 transition has-focus-visible:outline-2 has-focus-visible:outline-primary-text",
            method.code === chosen.code ? "border-primary-text bg-primary/8" : "border-line bg-field hover:border-muted",
          )}
        >
          <input type="radio" name={name} checked={method.code === chosen.code} onChange={() => onChoose(method.code)} className="sr-only" />
          <PaymentMark kind={markOf(method.code)} label={method.name} />
          <span className="grid min-w-0">
            <span className="text-sm font-semibold">{method.name}</span>
            <span className="text-xs text-muted">{t("deposits.minutes", { minutes: method.minutes })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function AmountForm({ method: { code, minimum, maximum, minutes }, onOpened }: { method: DepositMethod; onOpened: (id: string) => void }) {
  const t = useT();
  const fault = useFault();
  const create = useCreateDeposit();
  const [typed, setTyped] = useState("");
  const amount = parseAmount(typed);
  const refused = create.error ? fault(create.error) : undefined;
  const isOutside = amount !== undefined && (amount < minimum || amount > maximum);
  const range = (
    <>
      <Money minor={minimum} /> – <Money minor={maximum} />
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount !== undefined && !isOutside) create.submit({ method: code, amount }, ({ id }) => onOpened(id));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <AmountField
        label={t("deposits.amount")}
        hint={range}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          create.reset();
        }}
        chips={CHIPS_MINOR.filter((chip) => chip >= minimum && chip <= maximum).map(formatAmount)}
        error={isOutside ? range : refused?.field === "amount" ? refused.text : undefined}
        required
      />
      <FormFault error={create.error} fields={["amount"]} />
      <Button type="submit" size="lg" block busy={create.isPending} disabled={amount === undefined || isOutside}>
        {t("deposits.create")}
      </Button>
      <p className="text-xs text-muted">{t("deposits.create.text", { minutes })}</p>
    </form>
  );
}
