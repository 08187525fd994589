import type { ReactNode } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More, type Pages } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useLookedAt } from "./gateway.operator.api.ts";

/** What is said of a case by one officer. */
interface Word {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/** A case that two officers end: one proposes, another confirms or declines. */
interface Waiting<Proposal extends Word = Word> {
  readonly proposal: Proposal | null;
  readonly decision: Word | null;
}

/** Which state of a desk's cases is looked at, as the address says it: the first unless it says another. */
export function useShownState<State extends string>(states: readonly [State, ...State[]]): State {
  const { params } = useLookedAt();
  return states.find((one) => one === params.get("state")) ?? states[0];
}

interface Desk<State extends string, Row> {
  readonly part: "prizes" | "transfers";
  readonly text: string;
  readonly states: readonly State[];
  readonly state: State;
  readonly label: string;
  readonly sayState: (state: State) => string;
  readonly empty: string;
  readonly columns: readonly Column<Row>[];
  readonly asked: Parameters<typeof faceOf>[0] & Parameters<ReturnType<typeof useRefusal>>[0] & Pages & { readonly rows: readonly Row[] };
  readonly children: ReactNode;
}

/** Cases by their state, page by page, and what is being decided of one. */
export function HeldDesk<State extends string, Row extends { readonly id: string }>(desk: Desk<State, Row>) {
  const t = useT();
  const refusal = useRefusal();
  const { show } = useLookedAt();
  const { part, text, states, state, label, sayState, empty, columns, asked, children } = desk;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{text}</p>
      <Tabs label={label} items={states.map((id) => ({ id, label: sayState(id) }))} value={state} onChange={(next) => show({ part, state: next })} />
      <DataTable
        caption={sayState(state)}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={empty} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {children}
    </div>
  );
}

/** What officers want of a case, and why. */
export function OfficersWords<Proposal extends Word>({
  proposal,
  decision,
  sayHead,
}: Waiting<Proposal> & { readonly sayHead: (proposal: Proposal) => ReactNode }) {
  if (proposal === null) return "–";
  return (
    <span className="grid gap-0.5 text-xs md:max-w-44 md:whitespace-normal xl:max-w-64">
      <span className="font-semibold">{sayHead(proposal)}</span>
      <span>{proposal.reason}</span>
      <span className="text-muted">
        {proposal.by} · <DateTime at={proposal.at} />
      </span>
      {decision && (
        <span className="text-muted">
          {decision.by} · <DateTime at={decision.at} /> · {decision.reason}
        </span>
      )}
    </span>
  );
}

/** What an officer may do next: propose where nobody did, else confirm or decline, and decline their own alone. */
export const stepsOf = <First extends string>({ proposal }: Waiting, officer: string, first: readonly First[]): readonly (First | "confirm" | "decline")[] =>
  proposal === null ? first : proposal.by === officer ? ["decline"] : ["confirm", "decline"];

interface Steps<Step extends string> {
  readonly steps: readonly Step[];
  readonly sayStep: (step: Step) => string;
  /** With the case's reference, for whoever does not see the row. */
  readonly sayWhole: (step: Step) => string;
  readonly onStep: (step: Step) => void;
}

export const StepButtons = <Step extends string>({ steps, sayStep, sayWhole, onStep }: Steps<Step>) => (
  <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
    {steps.map((step) => (
      <Button key={step} tone={step === "confirm" ? "success" : "secondary"} size="sm" aria-label={sayWhole(step)} onClick={() => onStep(step)}>
        {sayStep(step)}
      </Button>
    ))}
  </span>
);
