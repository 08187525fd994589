import { feedbackTypeName, type FeedbackCase, type OfficeMessage } from "@laro/contract/feedback";
import { ArrowLeft, Keyboard } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type FeedbackRights, newestOf, useCase, useClose, useTake } from "./feedback.operator.api.ts";
import { HandOverOperator } from "./HandOver.operator.tsx";
import { PicturesOperator } from "./Pictures.operator.tsx";
import { StateBadge } from "./StateBadge.tsx";
import { WriteOperator } from "./Write.operator.tsx";

/** Shows a member's case. */
export type MemberCase = ComponentType<{ id: bigint }>;

interface CaseProps {
  id: string;
  rights: FeedbackRights;
  member: MemberCase;
  onNext: () => void;
  onPrevious: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
  onHelp: () => void;
}

/** One thread: what was said, the answer, and the member's case beside it. */
export function CaseOperator({ id, ...rest }: CaseProps) {
  const refusal = useRefusal();
  const asked = useCase(id);
  if (asked.data !== undefined) return <OpenCase row={asked.data} {...rest} />;
  return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-[70dvh] w-full" />;
}

type Key = "next" | "previous" | "take" | "answer" | "macro" | "note" | "close" | "back";
const keys: Partial<Record<string, Key>> = { j: "next", k: "previous", t: "take", a: "answer", m: "macro", n: "note", c: "close", b: "back" };

/** Keys of an open thread; silent while someone types or a dialog is open. */
function useCaseKeys(onKey: (key: Key) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = keys[event.key.toLowerCase()];
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
      event.preventDefault();
      act(key);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

const focusOn = (name: string): void => document.querySelector<HTMLElement>(`#thread [name="${name}"]`)?.focus();

/** What an officer does to a thread without writing. */
function useDeeds(row: FeedbackCase, onClosed: () => void) {
  const { id, reference } = row;
  const seen = newestOf(row);
  const t = useT();
  const [take, close] = [useTake(), useClose()];
  const done = () => {
    showToast(t("feedback.closedToast", { reference }), "success");
    onClosed();
  };
  const unless = (isUnderWay: boolean, act: () => void) => () => void (isUnderWay || act());
  return {
    take,
    close,
    takeIt: unless(take.isPending, () => take.mutate({ id })),
    closeIt: unless(close.isPending, () => close.mutate({ id, seen }, { onSuccess: done })),
  };
}

function OpenCase({ row, rights, member: Member, onNext, onPrevious, onOpen, onClose, onHelp }: Omit<CaseProps, "id"> & { row: FeedbackCase }) {
  const t = useT();
  const [isHandingOver, setHandingOver] = useState(false);
  const { reference, state, takenBy, memberId } = row;
  const isMine = rights.canAct && takenBy === rights.officer && state !== "closed";
  const { take, close, takeIt, closeIt } = useDeeds(row, onNext);
  const actions = {
    next: onNext,
    previous: onPrevious,
    back: onClose,
    take: () => rights.canAct && state === "new" && takeIt(),
    answer: () => focusOn("answer"),
    macro: () => focusOn("macro"),
    note: () => focusOn("note"),
    close: () => isMine && closeIt(),
  } as const satisfies Record<Key, () => unknown>;
  useCaseKeys((key) => actions[key]());
  return (
    <div id="thread" className="grid grid-cols-1 gap-4">
      <CaseHeader row={row} onClose={onClose} onHelp={onHelp}>
        {rights.canAct && state === "new" && (
          <Button size="sm" busy={take.isPending} aria-keyshortcuts="T" onClick={takeIt}>
            {t("feedback.take")}
          </Button>
        )}
        {state === "open" && (isMine || (rights.canAct && rights.isChief)) && (
          <Button size="sm" tone="secondary" onClick={() => setHandingOver(true)}>
            {t("feedback.handOver")}
          </Button>
        )}
        {isMine && (
          <Button size="sm" tone="secondary" busy={close.isPending} aria-keyshortcuts="C" onClick={closeIt}>
            {t("feedback.close")}
          </Button>
        )}
      </CaseHeader>
      <FormFault error={take.error ?? close.error} />
      <Warnings row={row} />
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-4">
          <Panel title={t("feedback.conversation", { reference })}>
            <ol className="grid gap-3">
              {row.messages.map((message) => (
                <Said key={message.id} row={row} message={message} />
              ))}
            </ol>
            {row.pictures.length > 0 && <PicturesOperator row={row} canOpen={rights.canAct} />}
          </Panel>
          {rights.canAct && <WriteOperator row={row} canAnswer={isMine && row.answerable} onNext={onNext} />}
        </div>
        <div className="grid min-w-0 gap-4">
          <Panel title={t("feedback.memberCase")}>
            {memberId === null ? <p className="text-sm text-muted">{t("feedback.memberGuest")}</p> : <Member id={memberId} />}
          </Panel>
          {memberId !== null && <Others row={row} onOpen={onOpen} />}
        </div>
      </div>
      {isHandingOver && <HandOverOperator row={row} onClose={() => setHandingOver(false)} />}
    </div>
  );
}

function CaseHeader({ row, onClose, onHelp, children }: { row: FeedbackCase; onClose: () => void; onHelp: () => void; children: ReactNode }) {
  const t = useT();
  const { reference, memberName, type, state, takenBy, dueAt } = row;
  return (
    <header className="flex flex-wrap items-center gap-3">
      <Button tone="ghost" size="sm" icon={<ArrowLeft />} aria-keyshortcuts="B" onClick={onClose}>
        {t("feedback.queueTitle")}
      </Button>
      <h1 className="figures text-xl font-bold">{reference}</h1>
      <span className="font-semibold">{memberName ?? t("feedback.guest")}</span>
      <span className="text-sm text-muted">{t(`feedback.type.${feedbackTypeName(type)}`)}</span>
      <StateBadge state={state} />
      {dueAt !== null && (
        <span className="text-sm text-muted">
          {t("feedback.due")} <DateTime at={dueAt} />
        </span>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-3 text-sm text-muted">
        {takenBy !== null && t("feedback.takenByOfficer", { officer: takenBy })}
        {children}
        <Button tone="ghost" size="sm" icon={<Keyboard />} onClick={onHelp} className="max-md:hidden">
          {t("feedback.keys")}
        </Button>
      </span>
    </header>
  );
}

/** What must not be overlooked. */
function Warnings({ row: { harm, answerable, reopened, email } }: { row: FeedbackCase }) {
  const t = useT();
  return (
    <>
      {harm && (
        <p role="alert" className="rounded-sm border border-accent bg-accent/14 px-4 py-3 text-sm font-semibold">
          {t("feedback.harmText")}
        </p>
      )}
      {(!answerable || email !== null || reopened > 0) && (
        <ul role="status" className="grid gap-1 rounded-sm border border-line bg-card px-4 py-3 text-sm">
          {!answerable && <li>{t("feedback.notAnswerable")}</li>}
          {email !== null && <li>{t("feedback.answersTo", { email })}</li>}
          {reopened > 0 && <li>{t("feedback.reopened", { count: reopened })}</li>}
        </ul>
      )}
    </>
  );
}

const looks = {
  writer: "justify-self-start bg-text/6",
  answer: "justify-self-end bg-primary/12",
  note: "justify-self-end border border-dashed border-line",
} as const;

function Said({ row: { memberName }, message: { kind, by, text, at } }: { row: FeedbackCase; message: OfficeMessage }) {
  const t = useT();
  const officer = by ?? "";
  const who = { writer: memberName ?? t("feedback.guest"), answer: t("feedback.answerBy", { officer }), note: t("feedback.noteBy", { officer }) } as const;
  return (
    <li className={cx("grid max-w-[90%] gap-1 rounded-md px-4 py-3 text-sm", looks[kind])}>
      <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
        <span className="font-semibold">{who[kind]}</span>
        <DateTime at={at} shape="exact" />
      </span>
      <span className="wrap-anywhere">{text}</span>
    </li>
  );
}

function Others({ row: { others }, onOpen }: { row: FeedbackCase; onOpen: (id: string) => void }) {
  const t = useT();
  return (
    <Panel title={t("feedback.others")}>
      {others.length === 0 && <p className="text-sm text-muted">{t("feedback.othersNone")}</p>}
      <ul className="grid gap-1">
        {others.map(({ id, reference, type, state, at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Button tone="ghost" size="sm" onClick={() => onOpen(id)}>
              <span className="figures">{reference}</span>
            </Button>
            <span>{t(`feedback.type.${feedbackTypeName(type)}`)}</span>
            <DateTime at={at} className="text-muted" />
            <span className="ms-auto">
              <Badge>{t(`feedback.state.${state}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
