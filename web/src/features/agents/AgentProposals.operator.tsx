import {
  type Accreditation,
  accreditationStates,
  type AgentMove,
  type AgentStanding,
  moveStates,
  type NotCounted,
  notCountedStates,
  standingStates,
} from "@laro/contract/agents";
import { type ReactNode, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable, type TableFace } from "../../ui/DataTable.tsx";
import { DateTime, formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More, type Pages } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import {
  type AgentRights,
  useAccreditations,
  useConfirmAccreditation,
  useConfirmMove,
  useConfirmNotCounted,
  useConfirmStanding,
  useDeclineAccreditation,
  useDeclineMove,
  useDeclineNotCounted,
  useDeclineStanding,
  useMoves,
  useNotCounted,
  useStandings,
} from "./agents.operator.api.ts";
import { CountedAgainDialog } from "./AgentActs.operator.tsx";

type Proposal = Accreditation | AgentMove | AgentStanding | NotCounted;
type Verdict = "confirm" | "decline";

/** What a proposal wants, in one sentence. */
function useSentence() {
  const t = useT();
  return (row: Proposal): string => {
    if ("standing" in row) return row.until === null ? t("agents.saysStanding", { standing: row.standing }) : t("agents.saysHold");
    if ("expiresOn" in row) return t("agents.saysAccreditation", { code: row.code, day: formatCalendar(row.expiresOn) });
    if ("code" in row && row.again) return t("agents.saysCountedAgain", { day: formatCalendar(row.untilDay ?? row.fromDay) });
    if ("code" in row && row.untilDay !== null)
      return t("agents.saysNotCountedUntil", { day: formatCalendar(row.fromDay), until: formatCalendar(row.untilDay), code: row.code });
    if ("code" in row) return t("agents.saysNotCounted", { day: formatCalendar(row.fromDay), code: row.code });
    const upline = row.to?.name ?? t("agents.topOfTree");
    return t("agents.saysMove", { from: row.from?.name ?? t("agents.topOfTree"), to: upline, day: formatCalendar(row.fromDay) });
  };
}

interface TableProps<Row extends Proposal> {
  caption: string;
  rows: readonly Row[];
  face?: TableFace;
  refused?: ReactNode;
  footer?: ReactNode;
  /** Buttons for what still waits. */
  acts?: ((row: Row) => ReactNode) | undefined;
  /** What stands below who decided. */
  after?: ((row: Row) => ReactNode) | undefined;
}

/** What officers want and decided, a line each. */
function ProposalTable<Row extends Proposal>({ caption, rows, face, refused, footer, acts, after }: TableProps<Row>) {
  const t = useT();
  const sentence = useSentence();
  const columns: Column<Row>[] = [
    {
      key: "what",
      label: t("agents.what"),
      primary: true,
      className: "md:whitespace-normal",
      render: (row) => (
        <span className="grid gap-1">
          {row.account.name}
          <span className="text-xs font-normal break-words text-muted">{sentence(row)}</span>
        </span>
      ),
    },
    { key: "state", label: t("agents.proposalStateTitle"), render: ({ state }) => t("agents.proposalState", { state }) },
    { key: "reason", label: t("ui.reason"), className: "md:whitespace-normal", render: ({ reason }) => <span className="text-sm text-muted">{reason}</span> },
    { key: "by", label: t("agents.proposedBy"), render: ({ proposedBy, proposedAt }) => <Who name={proposedBy} at={proposedAt} /> },
    acts === undefined
      ? {
          key: "decided",
          label: t("agents.decidedBy"),
          render: (row) =>
            row.decidedAt !== null && (
              <span className="grid justify-items-start">
                <Who name={row.decidedBy ?? ""} at={row.decidedAt} />
                <span className="text-xs text-muted">{row.decision}</span>
                {after?.(row)}
              </span>
            ),
        }
      : { key: "acts", label: t("agents.acts"), align: "end", render: acts },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      face={face ?? (rows.length === 0 ? "empty" : "ready")}
      empty={<EmptyState text={t("agents.noProposals")} />}
      refused={refused}
      footer={footer}
    />
  );
}

const Who = ({ name, at }: { name: string; at: string }) => (
  <span className="grid">
    {name}
    <DateTime at={at} className="text-xs text-muted" />
  </span>
);

export const MoveTable = (table: TableProps<AgentMove>) => <ProposalTable {...table} />;
export const AccreditationTable = (table: TableProps<Accreditation>) => <ProposalTable {...table} />;
export const StandingTable = (table: TableProps<AgentStanding>) => <ProposalTable {...table} />;

interface Deciding {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly mutate: (input: { id: string; reason: string }, options: { onSuccess: () => void }) => void;
}

interface QueueProps<Row extends Proposal> {
  caption: string;
  states: readonly Row["state"][];
  state: Row["state"];
  onState: (state: Row["state"]) => void;
  asked: Pages & Parameters<ReturnType<typeof useRefusal>>[0] & { rows: readonly Row[]; isPending: boolean };
  commands: Readonly<Record<Verdict, Deciding>>;
  canDecide: boolean;
  officer: string;
  /** What else may be done about what is decided. */
  after?: (row: Row) => ReactNode;
}

/** A queue of one kind by its states; what waits is decided here, nothing by the one who proposed it. */
function Queue<Row extends Proposal>({ caption, states, state, onState, asked, commands, canDecide, officer, after }: QueueProps<Row>) {
  const t = useT();
  const refusal = useRefusal();
  const [deciding, setDeciding] = useState<{ row: Row; verdict: Verdict }>();
  const acts = (row: Row) => (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {row.proposedBy !== officer && (
        <Button tone="success" size="sm" onClick={() => setDeciding({ row, verdict: "confirm" })}>
          {t("agents.confirm")}
        </Button>
      )}
      <Button tone="secondary" size="sm" onClick={() => setDeciding({ row, verdict: "decline" })}>
        {t("agents.decline")}
      </Button>
    </span>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-180 text-sm text-muted">{t("agents.twoOfficers")}</p>
        <div className="w-full sm:w-64">
          <Select
            label={t("agents.proposalStateTitle")}
            options={states.map((value) => ({ value, label: t("agents.proposalState", { state: value }) }))}
            value={state}
            onChange={(event) => onState(states.find((one) => one === event.target.value) ?? state)}
          />
        </div>
      </div>
      <ProposalTable
        caption={caption}
        rows={asked.rows}
        face={faceOf(asked, asked.rows.length)}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
        acts={canDecide && state === "proposed" ? acts : undefined}
        after={after}
      />
      {deciding && <DecisionDialog {...deciding} command={commands[deciding.verdict]} onDone={() => setDeciding(undefined)} />}
    </div>
  );
}

interface DecisionProps {
  row: Proposal;
  verdict: Verdict;
  command: Deciding;
  onDone: () => void;
}

function DecisionDialog({ row, verdict, command, onDone }: DecisionProps) {
  const t = useT();
  const asking = useAsking();
  const sentence = useSentence();
  const done = {
    onSuccess: () => {
      showToast(t("agents.decided", { name: row.account.name, verdict }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("agents.decideOf", { name: row.account.name, verdict })}
      changes={[
        {
          label: sentence(row),
          before: t("agents.proposalState", { state: "proposed" }),
          after: t("agents.proposalState", { state: verdict === "confirm" ? "confirmed" : "declined" }),
        },
      ]}
      tone={verdict === "confirm" ? "success" : "danger"}
      {...asking(command, { verb: t(verdict === "confirm" ? "agents.confirm" : "agents.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: row.id, reason }, done)}
      onCancel={onDone}
    />
  );
}

interface PartProps {
  rights: AgentRights;
}

export function MoveProposals({ rights: { officer, canDecideMoves } }: PartProps) {
  const t = useT();
  const [state, setState] = useState<AgentMove["state"]>("proposed");
  const asked = useMoves(state);
  const commands = { confirm: useConfirmMove(), decline: useDeclineMove() };
  return (
    <Queue<AgentMove> caption={t("agents.moves")} states={moveStates} {...{ state, asked, commands, officer }} onState={setState} canDecide={canDecideMoves} />
  );
}

export function StandingProposals({ rights: { officer, canSetStanding } }: PartProps) {
  const t = useT();
  const [state, setState] = useState<AgentStanding["state"]>("proposed");
  const asked = useStandings(state);
  const commands = { confirm: useConfirmStanding(), decline: useDeclineStanding() };
  return (
    <Queue<AgentStanding>
      caption={t("agents.standings")}
      states={standingStates}
      {...{ state, asked, commands, officer }}
      onState={setState}
      canDecide={canSetStanding}
    />
  );
}

export function NotCountedProposals({ rights: { officer, canNotCount } }: PartProps) {
  const t = useT();
  const [state, setState] = useState<NotCounted["state"]>("proposed");
  const [ending, setEnding] = useState<NotCounted>();
  const asked = useNotCounted(state);
  const commands = { confirm: useConfirmNotCounted(), decline: useDeclineNotCounted() };
  const after = (row: NotCounted) =>
    canNotCount &&
    state === "confirmed" &&
    !row.again && (
      <Button tone="ghost" size="sm" onClick={() => setEnding(row)}>
        {t("agents.countAgain")}
      </Button>
    );
  return (
    <>
      <Queue<NotCounted>
        caption={t("agents.notCountedTitle")}
        states={notCountedStates}
        {...{ state, asked, commands, officer, after }}
        onState={setState}
        canDecide={canNotCount}
      />
      {ending && <CountedAgainDialog row={ending} onDone={() => setEnding(undefined)} />}
    </>
  );
}

export function AccreditationProposals({ rights: { officer, canAccredit } }: PartProps) {
  const t = useT();
  const [state, setState] = useState<Accreditation["state"]>("proposed");
  const asked = useAccreditations(state);
  const commands = { confirm: useConfirmAccreditation(), decline: useDeclineAccreditation() };
  return (
    <Queue<Accreditation>
      caption={t("agents.accreditations")}
      states={accreditationStates}
      {...{ state, asked, commands, officer }}
      onState={setState}
      canDecide={canAccredit}
    />
  );
}
