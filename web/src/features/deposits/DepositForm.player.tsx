import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { BonusOffer, DepositMethod } from "@laro/contract/deposits";
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
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
import { BonusChoice } from "./BonusChoice.player.tsx";
import { useCreateDeposit, type useDepositMethods } from "./deposits.api.ts";

const CHIPS_MINOR = [100_00n, 500_00n, 1_000_00n, 5_000_00n, 10_000_00n] as const;

const marks: Readonly<Record<string, PaymentKind>> = { QRPH: "qr", BANK: "bank", TRANSFER: "bank" };

interface DepositFormProps {
  methods: ReturnType<typeof useDepositMethods>;
  method: DepositMethod | undefined;
  /** The bonus that is chosen at first, while it is offered. */
  bonusCode: string | null;
  onChoose: (code: string) => void;
  onOpened: (id: string) => void;
}

/** Chooses how and how much to pay in, within what the method still takes today. */
export function DepositForm({ methods, method, bonusCode, onChoose, onOpened }: DepositFormProps) {
  const t = useT();
  const refusal = useRefusal();
  return (
    <Panel title={t("deposits.title")} text={t("deposits.text")}>
      {methods.isPending && <Skeleton className="h-64 w-full" />}
      {methods.data === undefined && methods.error && <RefusedState {...refusal(methods)} />}
      {methods.data && method === undefined && <EmptyState drawing="banca" text={t("deposits.noMethods")} />}
      {methods.data && method && (
        <>
          <MethodCards list={methods.data.list} chosen={method} onChoose={onChoose} />
          <AmountForm method={method} offers={methods.data.bonuses} bonusCode={bonusCode} onOpened={onOpened} />
        </>
      )}
    </Panel>
  );
}

/** The most one deposit of a method can be now. */
const mostOf = ({ maximum, leftToday }: DepositMethod): bigint => (leftToday < maximum ? leftToday : maximum);

const isFull = (method: DepositMethod): boolean => mostOf(method) < method.minimum;

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
          <PaymentMark kind={marks[method.code] ?? "wallet"} label={method.name} />
          <span className="grid min-w-0">
            <span className="text-sm font-semibold">{method.name}</span>
            <span className="text-xs text-muted">
              {isFull(method) ? t("deposits.full") : method.kind === "transfer" ? t("deposits.byOfficer") : t("deposits.minutes", { minutes: method.minutes })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const buttons = { qr: "deposits.create", checkout: "deposits.create.page", transfer: "deposits.create.account" } as const;

interface AmountFormProps extends Pick<DepositFormProps, "bonusCode" | "onOpened"> {
  method: DepositMethod;
  offers: readonly BonusOffer[];
}

function AmountForm({ method, offers, bonusCode, onOpened }: AmountFormProps) {
  const t = useT();
  const fault = useFault();
  const create = useCreateDeposit();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(bonusCode ?? undefined);
  const { code, kind, name, minimum, minutes } = method;
  const maximum = mostOf(method);
  const amount = parseAmount(typed);
  const offer = offers.find((one) => one.code === chosen);
  const isTooSmall = amount !== undefined && offer !== undefined && amount < offer.minimumDeposit;
  const refused = create.error ? fault(create.error) : undefined;
  const isOutside = amount !== undefined && (amount < minimum || amount > maximum);
  const range = isFull(method) ? (
    t("deposits.full.text")
  ) : (
    <>
      <Money minor={minimum} /> – <Money minor={maximum} />
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === undefined || isOutside || isTooSmall) return;
    create.submit({ method: code, amount, ...(offer === undefined ? {} : { bonusCode: offer.code }) }, ({ id }) => onOpened(id));
  };
  // What was refused by one method says nothing of another.
  const forget = useEffectEvent(create.reset);
  useEffect(() => forget(), [code]);
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      create.reset();
    };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <AmountField
        label={t("deposits.amount")}
        hint={range}
        value={typed}
        onChange={change(setTyped)}
        chips={CHIPS_MINOR.filter((chip) => chip >= minimum && chip <= maximum).map(formatAmount)}
        error={isOutside ? range : refused?.field === "amount" ? refused.text : undefined}
        required
      />
      {offers.length > 0 && <BonusChoice offers={offers} chosen={offer} amount={amount} onChoose={change(setChosen)} />}
      <FormFault error={create.error} fields={["amount"]} />
      <Button type="submit" size="lg" block busy={create.isPending} disabled={amount === undefined || isOutside || isTooSmall || isFull(method)}>
        {t(buttons[kind], { name })}
      </Button>
      <p className="text-xs text-muted">{kind === "transfer" ? t("deposits.create.transferText") : t("deposits.create.text", { minutes })}</p>
    </form>
  );
}
