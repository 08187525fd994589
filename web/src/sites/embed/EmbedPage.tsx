import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { PartnerFree, PartnerGame, PartnerRound, PartnerTable } from "@laro/contract/partners";
import type { Round } from "@laro/contract/rounds";
import { type ComponentType, type FormEvent, useState } from "react";
import { readEmbed } from "../../api/embedded.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { useOpenTable, usePartnerPlay } from "../../features/partners/partners.player.api.ts";
import { DiceReplay } from "../../features/rounds/dice/DiceReplay.tsx";
import "../../features/rounds/rounds.css";
import { LimboReplay } from "../../features/rounds/minis/LimboReplay.tsx";
import { PlinkoReplay } from "../../features/rounds/minis/PlinkoReplay.tsx";
import { WheelReplay } from "../../features/rounds/minis/WheelReplay.tsx";
import { AmountField } from "../../ui/AmountField.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { CurrencyProvider, groupThousands, Money, useCurrencySymbol } from "../../ui/Money.tsx";
import { useTitle } from "../../ui/title.ts";
import { picks } from "./EmbedChoices.tsx";
import { EmbedFairness } from "./EmbedFairness.tsx";

/** A game of ours in a partner's page: its casino's wallet is played with, and nothing of the player is kept here. */
export function EmbedPage() {
  const faultOf = useFault();
  const { table, fault } = useOpenTable(readEmbed() ?? "");
  return (
    <main className="mx-auto grid max-w-160 grid-cols-1 gap-4 p-4">
      {table !== undefined && (
        <CurrencyProvider value={table.currency}>
          <Table table={table} />
        </CurrencyProvider>
      )}
      {table === undefined && fault === undefined && <Skeleton className="h-96 w-full" />}
      {fault !== undefined && <EmptyState text={faultOf(fault).text} />}
    </main>
  );
}

function Table({ table }: { table: PartnerTable }) {
  const t = useT();
  const faultOf = useFault();
  const { first, Pick, act } = picks[table.gameCode];
  const [choice, setChoice] = useState(first);
  const [stake, setStake] = useState(formatAmount(table.stakeMin * 10n));
  const play = usePartnerPlay(table);
  const isDemo = table.mode === "demo";
  useTitle(table.displayName);
  const start = (event: FormEvent): void => {
    event.preventDefault();
    const minor = parseAmount(stake);
    if (minor !== undefined && minor > 0n) play.start(minor, choice);
  };
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="flex items-center gap-2 text-xl font-bold">
          {table.displayName}
          {isDemo && <Badge tone="info">{t("partners.demo")}</Badge>}
        </h1>
        <p className="text-sm text-muted">
          {t("rounds.balance")}: {play.balance === null ? "–" : <Money minor={play.balance} className="font-semibold text-text" />}
        </p>
      </header>
      <section aria-label={t("rounds.lastResults")} className="room-stage flex min-h-72 flex-col justify-center gap-3 rounded-md p-4">
        {play.round !== undefined && <Shown round={play.round} name={table.displayName} />}
        <p role="status" className="text-center text-sm text-muted">
          {play.isAsking ? t("partners.asking") : play.round === undefined ? t("partners.ready", { partner: table.partner }) : ""}
        </p>
      </section>
      <form onSubmit={start} className="room-stage grid gap-3 rounded-md p-3 sm:p-4">
        <Pick choice={choice} locked={play.isBusy} onChoose={setChoice} />
        {play.free !== null && <Free free={play.free} />}
        <AmountField
          label={t("rounds.stake")}
          hint={t("partners.stakes", { least: formatAmount(table.stakeMin), most: formatAmount(table.stakeMax) })}
          error={play.fault === undefined ? undefined : faultOf(play.fault).text}
          value={play.free === null ? stake : formatAmount(play.free.stake)}
          disabled={play.isBusy || play.free !== null}
          onChange={setStake}
        />
        <Button type="submit" size="lg" block busy={play.isBusy}>
          {t(act)}
        </Button>
      </form>
      {!isDemo && <EmbedFairness token={table.token} />}
    </>
  );
}

/** What is left of free rounds, which are played before anything is staked. */
function Free({ free: { rounds, used, stake, won, until } }: { free: PartnerFree }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  return (
    <section aria-label={t("partners.free")} className="grid gap-1 rounded-md border border-line bg-card p-3 text-sm">
      <p className="font-semibold">{t("partners.freeLeft", { left: rounds - used, stake: `${symbol} ${groupThousands(formatAmount(stake))}` })}</p>
      <p className="flex flex-wrap gap-x-4 text-muted">
        <span>
          {t("partners.freeWon")}: <Money minor={won} className="font-semibold text-text" />
        </span>
        <span>
          {t("partners.freeUntil")}: <DateTime at={until} />
        </span>
      </p>
      <p className="text-xs text-muted">{t("partners.freeHint")}</p>
    </section>
  );
}

/** The boards are those of the house's rooms. */
const replays: Readonly<Record<PartnerGame, ComponentType<{ round: Round }>>> = {
  DICE: DiceReplay,
  LIMBO: LimboReplay,
  PLINKO: PlinkoReplay,
  WHEEL: WheelReplay,
};

/** A round as its game shows it again; one that was not drawn in words. */
function Shown({ round, name }: { round: PartnerRound; name: string }) {
  const t = useT();
  const Replay = replays[round.gameCode];
  if (round.state === "refused") return <p className="text-center font-semibold text-accent-text">{t(`partners.refusal.${round.refusal ?? "other"}`)}</p>;
  if (round.state !== "drawn" && round.state !== "closed")
    return <p className="text-center font-semibold">{t(round.state === "void" ? "partners.void" : "partners.undecided")}</p>;
  return (
    <>
      <Replay key={round.id} round={asRound(round, name)} />
      {round.state === "drawn" && round.win > 0n && <p className="text-center text-xs text-muted">{t("partners.onItsWay")}</p>}
    </>
  );
}

/** What the games' own views draw. */
const asRound = ({ state: _state, refusal: _refusal, isFree: _isFree, ...round }: PartnerRound, displayName: string): Round => ({
  ...round,
  state: "settled",
  displayName,
  firstStake: round.stake,
  jackpot: null,
  actions: [],
  draw: null,
  vendor: null,
});
