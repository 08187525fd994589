import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { FundMove, FundRecall, FundWallet } from "@laro/contract/transfers";
import { ArrowLeftRight, House } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Balance, Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useBalance, useFunds, useMove, useRecall } from "./transfers.api.ts";

const MAIN = "MAIN";
const CHIPS_MINOR = [100_00n, 500_00n, 1_000_00n] as const;

/** The member's wallets, what is on its way between them, money moved, and everything brought home. */
export function TransferFund() {
  const refusal = useRefusal();
  const t = useT();
  const funds = useFunds();
  const main = useBalance().data?.balance;
  if (funds.data === undefined) return funds.error ? <RefusedState {...refusal(funds)} /> : <Skeleton className="h-96 w-full" />;
  const { list, moving } = funds.data;
  // Play and payments change the main wallet without a transfer: its own answer is the fresher one.
  const wallets = list.map((fund) => (fund.code === MAIN ? { ...fund, name: t("transfers.main"), balance: main ?? fund.balance } : fund));
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.1fr_1fr]">
      <div className="grid gap-5">
        <Wallets wallets={wallets} />
        {moving.length > 0 && <Moving moving={moving} />}
      </div>
      {wallets.length > 1 ? <Move wallets={wallets} /> : <OneWallet />}
    </div>
  );
}

function OneWallet() {
  const t = useT();
  return (
    <Panel title={t("transfers.move")}>
      <p className="text-sm text-muted">{t("transfers.oneWallet")}</p>
    </Panel>
  );
}

function Wallets({ wallets }: { wallets: readonly FundWallet[] }) {
  const t = useT();
  const recall = useRecall();
  const [outcomes, setOutcomes] = useState<readonly FundRecall[]>([]);
  const away = wallets.filter(({ code }) => code !== MAIN).reduce((sum, { balance }) => sum + balance, 0n);
  const bringHome = () =>
    recall.submit({}, ({ vendors }) => {
      setOutcomes(vendors);
      if (vendors.every(({ outcome }) => outcome === "brought")) showToast(t("transfers.recalled"), "success");
    });
  return (
    <Panel title={t("transfers.wallets")} text={wallets.length > 1 && t("transfers.wallets.text")}>
      <ul className="grid grid-cols-2 gap-3">
        {wallets.map(({ code, name, balance }) => (
          <li key={code} className={cx("grid gap-1 rounded-md border border-line bg-field p-4", code === MAIN && "col-span-2")}>
            <span className="flex items-baseline justify-between gap-3 text-sm text-muted">
              {name}
              {code !== MAIN && name !== code && <span className="text-xs">{code}</span>}
            </span>
            <Balance minor={balance} className={cx("font-display font-bold", code === MAIN ? "text-2xl" : "text-lg")} />
          </li>
        ))}
      </ul>
      <FormFault error={recall.error} />
      {wallets.length > 1 && (
        <>
          <Button tone="secondary" icon={<House />} busy={recall.isPending} disabled={away === 0n} onClick={bringHome}>
            {t("transfers.recall")}
          </Button>
          <p className="text-xs text-muted">{t("transfers.recall.text")}</p>
          <Outcomes outcomes={outcomes} />
        </>
      )}
    </Panel>
  );
}

const outcomeTones = { brought: "win", onItsWay: "info", unreachable: "accent", empty: "neutral" } as const satisfies Record<FundRecall["outcome"], BadgeTone>;

/** What the last recall came to at each vendor. */
function Outcomes({ outcomes }: { outcomes: readonly FundRecall[] }) {
  const t = useT();
  return (
    <div role="status" aria-label={t("transfers.recall.outcomes")} className={cx(outcomes.length === 0 && "sr-only")}>
      <ul className="grid gap-2 text-sm">
        {outcomes.map(({ code, name, outcome, amount }) => (
          <li key={code} className="flex flex-wrap items-center justify-between gap-2">
            <span>{name}</span>
            <span className="flex items-center gap-2">
              <Money minor={amount} className="font-semibold" />
              <Badge tone={outcomeTones[outcome]}>{t("transfers.recall.outcome", { outcome })}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Money that neither side has shown yet, since when, and where it goes. */
function Moving({ moving }: { moving: readonly FundMove[] }) {
  const t = useT();
  return (
    <Panel title={t("transfers.moving")} text={t("transfers.moving.text")}>
      <ul className="grid gap-3">
        {moving.map(({ id, reference, name, direction, amount, state, at }) => (
          <li key={id} className="grid gap-1 rounded-md border border-line bg-field p-4 text-sm">
            <span className="flex flex-wrap items-baseline justify-between gap-2">
              <span className="font-semibold">{t("transfers.moving.way", { direction, name })}</span>
              <Money minor={amount} className="font-display text-lg font-bold" />
            </span>
            <span className="flex flex-wrap justify-between gap-2 text-muted">
              <span>
                {t("transfers.moving.since")} <DateTime at={at} />
              </span>
              <span className="figures">{reference}</span>
            </span>
            {state === "held" && <span className="text-accent-text">{t("transfers.moving.held")}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** From where to where: one side is always the main wallet. */
function useWay(wallets: readonly FundWallet[]) {
  const firstVendor = wallets.find(({ code }) => code !== MAIN)?.code ?? MAIN;
  const [way, setWay] = useState({ from: MAIN, to: firstVendor });
  const other = (code: string, was: string) => (code !== MAIN ? MAIN : was === MAIN ? firstVendor : was);
  return {
    ...way,
    setFrom: (from: string) => setWay({ from, to: other(from, way.to) }),
    setTo: (to: string) => setWay({ to, from: other(to, way.from) }),
    swap: () => setWay({ from: way.to, to: way.from }),
  };
}

/** Says what became of a move by the time the vendor was waited for. */
function useTellMove() {
  const t = useT();
  return ({ state, name }: FundMove) => {
    if (state === "done") return showToast(t("transfers.moved"), "success");
    if (state === "refused") return showToast(t("transfers.refused", { name }), "problem");
    return showToast(t("transfers.onItsWay"), "info");
  };
}

function Move({ wallets }: { wallets: readonly FundWallet[] }) {
  const t = useT();
  const fault = useFault();
  const move = useMove();
  const tell = useTellMove();
  const { from, to, setFrom, setTo, swap } = useWay(wallets);
  const [typed, setTyped] = useState("");
  const amount = parseAmount(typed);
  const available = wallets.find(({ code }) => code === from)?.balance ?? 0n;
  const isAbove = amount !== undefined && amount > available;
  const isReady = amount !== undefined && amount > 0n && !isAbove;
  const refused = move.error ? fault(move.error) : undefined;
  const options = wallets.map(({ code, name }) => ({ value: code, label: name }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    move.submit({ from, to, amount }, (done) => {
      setTyped("");
      tell(done.move);
    });
  };
  return (
    <Panel title={t("transfers.move")} text={t("transfers.move.text")}>
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[1fr_auto_1fr]">
          <Select label={t("transfers.from")} value={from} onChange={(event) => setFrom(event.target.value)} options={options} />
          <IconButton label={t("transfers.swap")} outlined onClick={swap} className="max-sm:row-span-2 max-sm:self-center sm:mb-0.5">
            <ArrowLeftRight className="max-sm:rotate-90" />
          </IconButton>
          <Select label={t("transfers.to")} value={to} onChange={(event) => setTo(event.target.value)} options={options} />
        </div>
        <AmountField
          label={t("transfers.amount")}
          hint={
            <>
              {t("transfers.available")} <Balance minor={available} />
            </>
          }
          value={typed}
          onChange={setTyped}
          aside={<All available={available} onPress={() => setTyped(formatAmount(available))} />}
          chips={CHIPS_MINOR.filter((chip) => chip <= available).map(formatAmount)}
          error={isAbove ? t("errors.wallet.insufficient_funds") : refused?.field === "amount" ? refused.text : undefined}
          required
        />
        <FormFault error={move.error} fields={["amount"]} />
        <Button type="submit" size="lg" block busy={move.isPending} disabled={!isReady}>
          {t("transfers.move.submit")}
        </Button>
      </form>
    </Panel>
  );
}

function All({ available, onPress }: { available: bigint; onPress: () => void }) {
  const t = useT();
  return (
    <button type="button" disabled={available === 0n} onClick={onPress} className="font-semibold text-primary-text hover:underline disabled:opacity-50">
      {t("transfers.all")}
    </button>
  );
}
