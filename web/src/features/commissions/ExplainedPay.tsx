import type { commissions, ExplainedDay, ExplainedPart, PricedRounds, SeenPay } from "@laro/contract/commissions";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More, type Pages } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Sign } from "../../ui/Proof.tsx";
import { AwaitedNote, PayState, writePeriod, writeRate } from "./commissionWords.tsx";
import { Formula } from "./Formula.tsx";
import { daysAddUp, type Figures, figuresOf, partsAddUp, sumParts, tiersStand } from "./sums.ts";

type Explained = OutputOf<(typeof commissions)["explain"]>;

interface Asked<Answer> {
  readonly data: Answer | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface ExplainedPayProps {
  asked: Asked<Explained>;
  /** Whose pay it is, where it is not the reader's. */
  who?: ReactNode;
  day: string | undefined;
  onDay: (day: string | undefined) => void;
  /** The parts of the open day. */
  renderParts: (day: ExplainedDay) => ReactNode;
}

/** A pay as the sum it is: its formula, its days, and of a day its branches and members; the page adds up every level itself. */
export function ExplainedPay({ asked, who, day, onDay, renderParts }: ExplainedPayProps) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error } = asked;
  if (data === undefined)
    return (
      <section className="rounded-md border border-line bg-card p-4">
        {error === null ? <Skeleton className="h-60 w-full" /> : <RefusedState {...refusal(asked)} />}
      </section>
    );
  const { pay, own, basis, days, tiers } = data;
  const opened = days.find((one) => one.day === day);
  return (
    <div className="@container grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="grid gap-1">
          <h2 className="text-lg font-bold">
            {t("commissions.kind", { kind: pay.kind })}, {writePeriod(pay)}
          </h2>
          {who && <p className="text-sm text-muted">{who}</p>}
          {own && <AwaitedNote kind={pay.kind} {...own} />}
        </div>
        <p className="flex items-center gap-3">
          <Money minor={own === null ? pay.gross : own.pay} className="font-display text-2xl font-bold" />
          {own && <PayState state={own.state} />}
        </p>
      </header>
      <div className="grid grid-cols-1 items-start gap-4 @5xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid grid-cols-1 gap-4">
          <Formula pay={pay} own={own} tiers={tiers} />
          <Owed {...data} />
        </div>
        {basis === "gone" || !tiersStand(pay, tiers) ? (
          <Panel title={t("commissions.days")} text={t("commissions.basis", { basis })} />
        ) : tiers !== null ? (
          <Rounds tiers={tiers} />
        ) : opened === undefined ? (
          <Days pay={pay} days={days} onOpen={onDay} />
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <Button tone="ghost" size="sm" icon={<ArrowLeft />} className="justify-self-start" onClick={() => onDay(undefined)}>
              {t("commissions.allDays")}
            </Button>
            {renderParts(opened)}
          </div>
        )}
      </div>
    </div>
  );
}

const shownOf = ({ kind }: SeenPay) => (kind === "dividend" ? (["bet", "result", "deposits", "bonuses"] as const) : figuresOf[kind]);

/** A column of figures that add up, with what they come to in the last row. */
function useFigureColumns(names: readonly (keyof Figures)[]): readonly Column<Figures>[] {
  const t = useT();
  return names.map((figure) => ({
    key: figure,
    label: t("commissions.figure", { figure }),
    align: "end",
    render: (row) => (row[figure] === 0n ? <None /> : <Money minor={row[figure]} />),
  }));
}

function Days({ pay, days, onOpen }: { pay: SeenPay; days: readonly ExplainedDay[]; onOpen: (day: string) => void }) {
  const t = useT();
  const shown = shownOf(pay);
  const columns: readonly Column<ExplainedDay>[] = [
    { key: "day", label: t("commissions.day"), primary: true, render: ({ day }) => <span className="figures font-semibold">{formatCalendar(day)}</span> },
    ...useFigureColumns(shown),
    ...leftOutColumn(days, t("commissions.leftOut")),
  ];
  return (
    <DataTable
      caption={t("commissions.days")}
      columns={columns}
      rows={days}
      rowKey={({ day }) => day}
      onOpen={({ day }) => onOpen(day)}
      face={days.length === 0 ? "empty" : "ready"}
      empty={<EmptyState drawing="banca" text={t("commissions.noDays")} />}
      refused={null}
      footer={<Together sums={sumParts(days)} shown={shown} verdict={daysAddUp(pay, days)} rightText={t("commissions.daysRight")} />}
    />
  );
}

/** The rounds of a real-time pay by the tier each reached, with what each adds to the gross. */
function Rounds({ tiers }: { tiers: readonly PricedRounds[] }) {
  const t = useT();
  const isAnywhere = (rate: "profitRate" | "lossRate"): boolean => tiers.some((tier) => tier[rate] !== 0);
  const side = (figure: "ahead" | "behind", rate: "profitRate" | "lossRate"): readonly Column<PricedRounds>[] =>
    isAnywhere(rate)
      ? [{ key: figure, label: t("commissions.roundsAt", { figure }), align: "end", render: (tier) => <At minor={tier[figure]} rate={tier[rate]} /> }]
      : [];
  const columns: readonly Column<PricedRounds>[] = [
    {
      key: "tier",
      label: t("agentContracts.tier"),
      primary: true,
      render: ({ tier }) => <span className="font-semibold">{t("agentContracts.tierNo", { no: tier })}</span>,
    },
    { key: "singleBet", label: t("agentContracts.singleBet"), align: "end", render: ({ singleBet }) => <Money minor={singleBet} /> },
    { key: "rounds", label: t("teams.csv.rounds"), align: "end", render: ({ rounds }) => <span className="figures">{rounds}</span> },
    { key: "bet", label: t("commissions.figure", { figure: "bet" }), align: "end", render: ({ bet, rate }) => <At minor={bet} rate={rate} /> },
    ...side("ahead", "profitRate"),
    ...side("behind", "lossRate"),
  ];
  return (
    <DataTable
      caption={t("commissions.rounds")}
      columns={columns}
      rows={tiers}
      rowKey={({ tier }) => String(tier)}
      face={tiers.length === 0 ? "empty" : "ready"}
      empty={<EmptyState drawing="banca" text={t("commissions.noDays")} />}
      refused={null}
    />
  );
}

const At = ({ minor, rate }: { minor: bigint; rate: number }) => (
  <span className="inline-flex flex-wrap justify-end gap-x-2">
    <Money minor={minor} />
    <span className="figures text-muted">× {writeRate(rate)}</span>
  </span>
);

/** What stood aside is shown where anything did. */
const leftOutColumn = <Row extends { readonly leftOut: bigint }>(rows: readonly Row[], label: string): readonly Column<Row>[] =>
  rows.some(({ leftOut }) => leftOut !== 0n)
    ? [{ key: "leftOut", label, align: "end", render: ({ leftOut }) => (leftOut === 0n ? <None /> : <Money minor={leftOut} className="text-muted" />) }]
    : [];

interface TogetherProps {
  sums: Figures;
  shown: readonly (keyof Figures)[];
  /** Undefined until all of it is here. */
  verdict: boolean | undefined;
  rightText: string;
}

/** What the rows above come to, added up here, and whether that is the figure above them. */
function Together({ sums, shown, verdict, rightText }: TogetherProps) {
  const t = useT();
  return (
    <div className="grid gap-2 text-sm">
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {shown.map((figure) => (
          <div key={figure} className="flex items-baseline gap-2">
            <dt className="text-muted">{t("commissions.figure", { figure })}</dt>
            <dd className="font-semibold">
              <Money minor={sums[figure]} />
            </dd>
          </div>
        ))}
      </dl>
      {verdict === undefined ? (
        <p className="text-muted">{t("commissions.soFar")}</p>
      ) : (
        <Sign isGood={verdict}>{verdict ? rightText : t("commissions.wrong")}</Sign>
      )}
    </div>
  );
}

interface PartsProps {
  pay: SeenPay;
  day: ExplainedDay;
  /** Leads to the play a part is made of, where the reader has a page for it. */
  onOpen?: (part: ExplainedPart) => void;
  asked: Omit<Asked<unknown>, "data"> & Pages & { readonly rows: readonly ExplainedPart[]; readonly isPending: boolean };
}

/** A day by the lines of direct downlines and the own play of direct ones. */
export function Parts({ pay, day, asked, onOpen }: PartsProps) {
  const t = useT();
  const refusal = useRefusal();
  const { rows, hasNextPage, isPending } = asked;
  const shown = shownOf(pay);
  const columns: readonly Column<ExplainedPart>[] = [
    {
      key: "name",
      label: t("commissions.who"),
      primary: true,
      render: ({ name, kind, counted }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          <Badge tone={kind === "branch" ? "info" : "neutral"}>{t("commissions.part", { kind })}</Badge>
          {!counted && <Badge tone="accent">{t("commissions.notCounted")}</Badge>}
        </span>
      ),
    },
    ...useFigureColumns(shown),
    ...leftOutColumn(rows, t("commissions.leftOut")),
  ];
  const verdict = isPending || hasNextPage ? undefined : partsAddUp(day, rows);
  const together = <Together sums={sumParts(rows)} shown={shown} verdict={verdict} rightText={t("commissions.partsRight", { day: formatCalendar(day.day) })} />;
  const footer = (
    <div className="grid gap-3">
      <More {...asked} label={t("ui.more")} className="justify-self-start" />
      {together}
    </div>
  );
  return (
    <DataTable
      caption={t("commissions.partsOf", { day: formatCalendar(day.day) })}
      columns={columns}
      rows={rows}
      rowKey={({ kind, accountId }) => `${kind}${accountId}`}
      onOpen={onOpen}
      face={faceOf(asked, rows.length)}
      empty={<EmptyState drawing="banca" text={t("commissions.noParts")} />}
      refused={<RefusedState {...refusal(asked)} />}
      footer={footer}
    />
  );
}

/** What is owed to direct downlines of the gross; nothing where the reader is no party to their contracts. */
function Owed({ own, parts, rest }: Explained) {
  const t = useT();
  if (own === null || parts.length === 0) return null;
  const sum = parts.reduce((all, { gross }) => all + gross, rest.gross);
  return (
    <Panel title={t("commissions.owedTo")}>
      <dl className="grid text-sm">
        {parts.map(({ contractId, agentName, gross }) => (
          <div key={contractId} className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0">
            <dt className="min-w-0 truncate">{agentName}</dt>
            <dd>
              <Money minor={gross} />
            </dd>
          </div>
        ))}
        {rest.contracts > 0 && (
          <div className="flex items-baseline justify-between gap-4 border-t border-line py-2">
            <dt className="text-muted">{t("commissions.rest", { count: rest.contracts })}</dt>
            <dd>
              <Money minor={rest.gross} />
            </dd>
          </div>
        )}
      </dl>
      <Sign isGood={sum === own.owed}>{sum === own.owed ? t("commissions.owedRight") : t("commissions.wrong")}</Sign>
    </Panel>
  );
}
