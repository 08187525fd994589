import { type Letter, LETTER_MAX } from "@laro/contract/messages";
import { type SubmitEvent, type ReactNode, useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextArea } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useLetters, useLetterTerms, useSendLetter } from "./messages.api.ts";

interface LettersProps {
  /** Chooses one direct downline. */
  picker: ReactNode;
  /** Who is chosen. */
  account: string | undefined;
  onChoose: (account: string | undefined) => void;
}

type Terms = NonNullable<ReturnType<typeof useLetterTerms>["data"]>;

/** Letters to direct downlines, and what was sent; who got them is told to nobody. */
export function Letters(props: LettersProps) {
  const t = useT();
  const refusal = useRefusal();
  const terms = useLetterTerms();
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[1fr_1.4fr]">
      <Panel title={t("messages.newLetter")} text={t(terms.data?.approvedOnly ? "messages.letterRulesApproved" : "messages.letterRules")}>
        {terms.data === undefined && (terms.error ? <RefusedState {...refusal(terms)} /> : <Skeleton className="h-72" />)}
        {terms.data?.approvedOnly && terms.data.approved.length === 0 && <EmptyState drawing="banca" text={t("messages.noApproved")} />}
        {terms.data && !(terms.data.approvedOnly && terms.data.approved.length === 0) && <LetterForm {...props} terms={terms.data} />}
      </Panel>
      <Sent />
    </div>
  );
}

function LetterForm({ picker, account, onChoose, terms: { leftToday, approvedOnly, approved, receivers } }: LettersProps & { terms: Terms }) {
  const t = useT();
  const faultOf = useFault();
  const send = useSendLetter();
  const [isToOne, setToOne] = useState(account !== undefined);
  const [receiver, setReceiver] = useState("");
  const [text, setText] = useState("");
  const [picked, setPicked] = useState(approvedOnly ? (approved[0]?.id ?? "") : "");
  const chosen = approved.find(({ id }) => id === picked);
  const fault = send.error === null ? undefined : faultOf(send.error);
  const isReady = leftToday > 0 && (chosen !== undefined || text.trim() !== "") && (!isToOne || account !== undefined || receiver !== "");
  const toOf = () => (!isToOne ? {} : receiver !== "" ? { accountId: BigInt(receiver) } : account === undefined ? {} : { account });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const words = chosen === undefined ? { text } : { approved: chosen.id };
    send.submit({ ...words, ...toOf() }, () => {
      setText("");
      setReceiver("");
      onChoose(undefined);
      showToast(t("messages.letterSent"), "success");
    });
  };
  const toOne = (one: boolean) => {
    setToOne(one);
    setReceiver("");
    onChoose(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {(!approvedOnly || receivers.length > 0) && (
        <Tabs
          fill
          label={t("messages.letterTo")}
          items={[
            { id: "all", label: t("messages.letterToAll") },
            { id: "one", label: t("messages.letterToOne") },
          ]}
          value={isToOne ? "one" : "all"}
          onChange={(id) => toOne(id === "one")}
        />
      )}
      {isToOne && !approvedOnly && picker}
      {isToOne && approvedOnly && <Receiver receivers={receivers} value={receiver} onChange={setReceiver} />}
      {approved.length > 0 && (
        <Select
          label={t("messages.approved")}
          value={picked}
          options={[...(approvedOnly ? [] : [{ value: "", label: t("messages.ownWords") }]), ...approved.map(({ id, title }) => ({ value: id, label: title }))]}
          onChange={(event) => setPicked(event.target.value)}
        />
      )}
      {chosen !== undefined && <p className="rounded-sm border border-line bg-field px-3.5 py-3 text-sm">{chosen.text}</p>}
      {chosen === undefined && <LetterText text={text} error={fault?.field === "text" ? fault.text : undefined} onChange={setText} />}
      <FormFault error={send.error} fields={["text"]} />
      <p className="text-sm text-muted">{t("messages.lettersLeft", { count: leftToday })}</p>
      <Button type="submit" size="lg" block busy={send.isPending} disabled={!isReady}>
        {t("messages.sendLetter")}
      </Button>
    </form>
  );
}

/** One of the agents among the direct downlines, where the market keeps names. */
function Receiver({ receivers, value, onChange }: Pick<Terms, "receivers"> & { value: string; onChange: (receiver: string) => void }) {
  const t = useT();
  const options = [{ value: "", label: t("messages.chooseOne") }, ...receivers.map(({ accountId, name }) => ({ value: String(accountId), label: name }))];
  return <Select label={t("messages.letterTo")} value={value} options={options} onChange={(event) => onChange(event.target.value)} />;
}

function LetterText({ text, error, onChange }: { text: string; error: string | undefined; onChange: (text: string) => void }) {
  const t = useT();
  return (
    <TextArea
      label={t("messages.letterText")}
      name="text"
      required
      rows={6}
      maxLength={LETTER_MAX}
      value={text}
      counter={`${text.length} / ${LETTER_MAX}`}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Sent() {
  const t = useT();
  const refusal = useRefusal();
  const letters = useLetters();
  const face = faceOf(letters, letters.rows.length);
  return (
    <Panel title={t("messages.sentLetters")}>
      {face === "loading" && <Skeleton className="h-40" />}
      {face === "empty" && <EmptyState text={t("messages.noLetters")} />}
      {face === "refused" && <RefusedState {...refusal(letters)} />}
      {face === "ready" && (
        <ul className="grid">
          {letters.rows.map((letter) => (
            <li key={letter.id} className="border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
              <SentLetter letter={letter} />
            </li>
          ))}
        </ul>
      )}
      <More {...letters} label={t("ui.more")} className="justify-self-center" />
    </Panel>
  );
}

function SentLetter({ letter: { to, text, at } }: { letter: Letter }) {
  const t = useT();
  return (
    <article className="grid gap-1.5">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={to === null ? "primary" : "neutral"}>{to ?? t("messages.letterToAll")}</Badge>
        <DateTime at={at} className="text-xs text-muted" />
      </span>
      <p className="text-sm break-words">{text}</p>
    </article>
  );
}
