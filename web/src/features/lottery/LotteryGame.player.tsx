import { parseAmount } from "@laro/contract/core/money";
import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { useEffect, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { bareMultiple, Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { EntryTools } from "./EntryTools.player.tsx";
import { type Asking, type Open, type Tile, useBuy, useDraws, useOpened, useRecent } from "./lottery.api.ts";
import { LotteryHead } from "./LotteryHead.tsx";
import { useMathematics } from "./mathematics.ts";
import { PickBoard } from "./PickBoard.player.tsx";
import { addTo, betsOf, EMPTY, previewOf, readUnit, type ReadList, type Slip, spotOf, without } from "./slip.ts";
import { SlipCard } from "./SlipCard.player.tsx";
import { Tickets } from "./Tickets.player.tsx";
import { Results, Trends } from "./Trends.player.tsx";
import { percentOf, useLotteryWords } from "./words.ts";

interface DeskProps {
  readonly tile: Tile;
  readonly backTo: string;
  readonly asking: Asking;
  readonly toTicket: (ticketId: string) => string;
}

const DRAWS_MS = 15_000;

/** A lottery's desk: its draw and last result, the board, the slip, and what fell and was bought before. */
export function LotteryGame({ tile, backTo, asking, toTicket }: DeskProps) {
  const t = useT();
  const refusal = useRefusal();
  const { gameCode, displayName } = tile;
  const { game, error, again } = useMathematics(gameCode);
  const opened = useOpened(gameCode);
  const [slip, setSlip] = useState<Slip>(EMPTY);
  const recent = useRecent(gameCode, opened.data?.list[0]?.number);
  const draws = useDraws(gameCode, DRAWS_MS);
  const refused = opened.data === undefined && opened.error !== null ? refusal(opened) : undefined;
  const head = (
    <LotteryHead
      game={game}
      title={displayName}
      backTo={backTo}
      opened={opened.data}
      fault={refused?.text}
      onClosed={() => void Promise.all([opened.refetch(), draws.refetch()])}
    />
  );
  if (game === undefined)
    return (
      <div className="grid gap-4">
        {head}
        {error === null ? <Skeleton className="h-120 w-full rounded-md" /> : <RefusedState {...refusal({ error, refetch: again })} />}
      </div>
    );
  const open = draws.data?.list ?? (opened.data?.next ? [opened.data.next] : []);
  return (
    <div className="grid gap-4 lg:gap-5">
      {head}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-5">
        <Board game={game} slip={slip} onSlip={setSlip} last={lastPicks(recent.rows[0]?.bets)} />
        <div id="slip" className="grid min-w-0 scroll-mt-24 content-start gap-4 lg:sticky lg:top-[calc(var(--header)+16px)] lg:self-start">
          <Paying game={game} slip={slip} onSlip={setSlip} open={open} asking={asking} />
        </div>
      </div>
      {slip.size > 0 && <ToSlip count={slip.size} cost={previewOf(game, slip).cost} />}
      <Below game={game} opened={opened.data?.list} refused={refused} recent={recent} toTicket={toTicket} title={t("lottery.below")} />
    </div>
  );
}

/** On a telephone the slip stands below the board: this leads to it. */
function ToSlip({ count, cost }: { count: number; cost: bigint }) {
  const t = useT();
  return (
    <button
      type="button"
      className="sticky bottom-20 z-10 mx-auto flex h-11 items-center gap-3 rounded-pill bg-text px-5 text-sm font-semibold text-ground shadow-float lg:hidden"
      onClick={() => document.getElementById("slip")?.scrollIntoView({ block: "start" })}
    >
      {t("lottery.toSlip", { count })} <Money minor={cost} />
    </button>
  );
}

const lastPicks = (bets: Readonly<Record<string, string>> | undefined): ReadList["picks"] | undefined =>
  bets && Object.entries(bets).map(([spot, unit]) => [spot, parseAmount(unit) ?? 0n] as const);

interface SlipProps {
  readonly game: LotteryEngine<unknown>;
  readonly slip: Slip;
  readonly onSlip: (slip: Slip) => void;
}

const FIRST_UNIT = "1";

function Board({ game, slip, onSlip, last }: SlipProps & { last: ReadList["picks"] | undefined }) {
  const t = useT();
  const words = useLotteryWords();
  const { bets } = game.lottery;
  const [code, setCode] = useState(bets[0]!.code);
  const [unitText, setUnit] = useState(FIRST_UNIT);
  const bet = bets.find((one) => one.code === code) ?? bets[0]!;
  const unit = readUnit(game, unitText) ?? game.lottery.unitMin;
  const add = (picks: ReadList["picks"]): void => {
    const added = addTo(game, slip, picks);
    onSlip(added.slip);
    if (added.left > 0) showToast(t("lottery.left", { count: added.left }), "problem");
  };
  const most = Math.max(...bet.samples.map((pick) => Number(bet.mostOf(pick)) / bet.linesOf(pick)));
  const returns = bet.samples.map((pick) => bet.returnOf(pick)).map(({ numerator, denominator }) => Number((numerator * 10_000n) / denominator));
  const [least, greatest] = [Math.min(...returns), Math.max(...returns)].map(percentOf);
  return (
    <Panel title={t("lottery.board")}>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <Tabs label={t("lottery.bets")} items={bets.map((one) => ({ id: one.code, label: words.bet(one.code) }))} value={code} onChange={setCode} />
        <div className="grid gap-1 text-sm">
          <p>{t("lottery.betText", { bet: textKind(game.gameCode, code) })}</p>
          <p className="text-xs text-muted tabular-nums">
            {t("lottery.pays", { most: bareMultiple(most) })} ·{" "}
            {least === greatest ? t("lottery.returns", { percent: least! }) : t("lottery.returnsFrom", { from: least!, to: greatest! })}
          </p>
        </div>
        <PickBoard
          key={code}
          gameCode={game.gameCode}
          bet={bet}
          slip={slip}
          onAdd={(picks) => add(picks.map((pick) => [spotOf(bet, pick), unit] as const))}
          onRemove={(pick) => onSlip(without(slip, spotOf(bet, pick)))}
        />
        <EntryTools key={`tools-${code}`} game={game} bet={bet} slip={slip} unitText={unitText} onUnit={setUnit} onAdd={add} last={last} />
      </div>
    </Panel>
  );
}

/** Which sentence explains a bet: the same name means another thing in some games. */
const textKind = (gameCode: string, code: string): string => {
  const own = `${gameCode.replace(/(?<=PK10|SSC)_5$/, "")}_${code}`;
  return OWN_TEXTS.has(own) ? own : code;
};
const OWN_TEXTS: ReadonlySet<string> = new Set([
  "PH_4D_straight",
  "SEA_5D_straight",
  "VN_NORTH_head",
  "PK10_sum",
  "PK10_side",
  "PK10_duel",
  "SSC_side",
  "SSC_sum",
  "C11X5_sum",
  "C11X5_group3",
  "LUCKY28_sum",
  "K3_sum",
  "K3_side",
]);

function Paying({ game, slip, onSlip, open, asking }: SlipProps & { open: readonly Open[]; asking: Asking }) {
  const t = useT();
  /** The draw that was chosen, with its number, so that it can be said which one closed. */
  const [chosen, setChosen] = useState<Open>();
  const buy = useBuy(asking, (ticket) => {
    showToast(t("lottery.bought", { number: ticket.number }), "success");
    onSlip(EMPTY);
    setChosen(undefined);
  });
  const next = open[0];
  const kept = open.find(({ drawId }) => drawId === chosen?.drawId);
  // Whoever begins a slip means the draw that takes tickets then.
  useEffect(() => {
    if (slip.size > 0 && chosen === undefined && next !== undefined) setChosen(next);
  }, [slip, chosen, next]);
  useEffect(() => {
    if (slip.size === 0 && chosen !== undefined && kept === undefined) setChosen(undefined);
  }, [slip, chosen, kept]);
  const isClosed = chosen !== undefined && kept === undefined && buy.open === undefined;
  const draw = kept ?? next;
  const preview = previewOf(game, slip);
  const change = (now: Slip): void => {
    buy.forget();
    onSlip(now);
  };
  return (
    <SlipCard
      game={game}
      slip={slip}
      preview={preview}
      draw={draw}
      draws={open}
      closed={isClosed ? chosen.number : undefined}
      buy={buy}
      onDraw={(drawId) => setChosen(open.find((one) => one.drawId === drawId))}
      onNext={() => {
        buy.forget();
        setChosen(next);
      }}
      onRemove={(spot) => change(without(slip, spot))}
      onClear={() => change(EMPTY)}
      onBuy={() => draw && buy.buy({ gameCode: game.gameCode, drawId: draw.drawId, bets: betsOf(slip), cost: preview.cost })}
    />
  );
}

const views = ["tickets", "results", "trends"] as const;
type View = (typeof views)[number];

interface BelowProps {
  readonly game: LotteryEngine<unknown>;
  readonly opened: Parameters<typeof Results>[0]["list"] | undefined;
  readonly refused: Parameters<typeof RefusedState>[0] | undefined;
  readonly recent: ReturnType<typeof useRecent>;
  readonly toTicket: (ticketId: string) => string;
  readonly title: string;
}

function Below({ game, opened, refused, recent, toTicket, title }: BelowProps) {
  const t = useT();
  const [view, setView] = useState<View>("tickets");
  return (
    <Panel title={title}>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <Tabs<View> label={title} items={views.map((id) => ({ id, label: t(`lottery.view.${id}`) }))} value={view} onChange={setView}>
          {view === "tickets" && <Tickets game={game} recent={recent} toTicket={toTicket} />}
          {view === "results" && opened !== undefined && <Results game={game} list={opened} />}
          {view === "results" && opened === undefined && (refused === undefined ? <Skeleton className="h-40 w-full" /> : <RefusedState {...refused} />)}
          {view === "trends" && <Trends game={game} />}
        </Tabs>
      </div>
    </Panel>
  );
}
