import { accounts } from "@laro/contract/accounts";
import { FEEDBACK_MAX, feedbackTypeNames, type FeedbackTypeName, feedbackTypes } from "@laro/contract/feedback";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { type Key, useT } from "../../api/language.ts";
import { useApiQuery, useFault } from "../../api/query.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type CaptchaField, useCaptcha, usePromises, useSend } from "./feedback.api.ts";

const FORM = "feedback";
const MINUTES_OF_HOUR = 60;
const fields = ["captcha", "email"];

/** What is asked of everyone, in the order of the form. */
const asked = { type: "feedback.typeLabel", content: "feedback.content", captcha: "feedback.captcha" } as const satisfies Record<string, Key>;
type Asked = keyof typeof asked;

const nothing: { type: FeedbackTypeName | ""; content: string; email: string } = { type: "", content: "", email: "" };

/** What was typed, what of it is empty, and how it is sent. */
function useMessage(onSent: () => void) {
  const t = useT();
  const sender = useSender();
  const [send, captcha] = [useSend(), useCaptcha()];
  const [typed, setTyped] = useState(nothing);
  const [empty, setEmpty] = useState<readonly Asked[]>([]);
  const { type } = typed;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const [content, email] = [typed.content.trim(), typed.email.trim()];
    const missing = { type: type === "", content: content === "", captcha: captcha.isMissing } as const satisfies Record<Asked, boolean>;
    const found = (Object.keys(missing) as Asked[]).filter((field) => missing[field]);
    setEmpty(found);
    if (found.length > 0 || type === "") return;
    const { key: captchaKey, answer } = captcha.value;
    const human = { captcha: answer.trim(), verification: { captchaKey } };
    send.mutate(
      { content, sender: sender.name, type: feedbackTypes[type], ...human, ...(sender.isGuest && email !== "" ? { email } : {}) },
      {
        onSuccess: ({ reference, helpline }) => {
          showToast(t("feedback.sent", { reference }), "success");
          if (helpline !== null) showToast(t("feedback.sentHelp", { helpline }));
          onSent();
        },
        onError: captcha.renew,
      },
    );
  };
  return { typed, change: (next: Partial<typeof nothing>) => setTyped({ ...typed, ...next }), empty, captcha, send, submit, isGuest: sender.isGuest };
}

/** Writes a message to customer service; it closes once the message arrived, and keeps what was written until then (MSG-07). */
export function FeedbackDialog({ captcha: Captcha, onClose }: { captcha: CaptchaField; onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const { typed, change, empty, captcha, send, submit, isGuest } = useMessage(onClose);
  const fault = send.error === null ? undefined : faultOf(send.error);
  const footer = (
    <Button type="submit" form={FORM} size="lg" block busy={send.isPending}>
      {t("feedback.submit")}
    </Button>
  );
  return (
    <Dialog open id="feedbackPopupModal" title={t("feedback.title")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <form id={FORM} noValidate onSubmit={submit} className="grid gap-4">
        <Select
          label={t("feedback.typeLabel")}
          name="type"
          required
          value={typed.type}
          options={[{ value: "", label: t("feedback.choose") }, ...feedbackTypeNames.map((value) => ({ value, label: t(`feedback.type.${value}`) }))]}
          hint={typed.type !== "" && <FirstAnswer type={typed.type} />}
          onChange={(event) => change({ type: event.target.value as FeedbackTypeName | "" })}
        />
        <TextArea
          label={t("feedback.content")}
          name="content"
          required
          rows={5}
          maxLength={FEEDBACK_MAX}
          placeholder={t("feedback.placeholder")}
          counter={t("feedback.counter", { count: typed.content.length, maximum: FEEDBACK_MAX })}
          value={typed.content}
          onChange={(event) => change({ content: event.target.value })}
        />
        {isGuest && (
          <TextField
            label={t("feedback.email")}
            hint={t("feedback.emailHint")}
            error={fault?.field === "email" ? fault.text : undefined}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={typed.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
        <Captcha value={captcha.value} error={fault?.field === "captcha" ? fault.text : undefined} onChange={captcha.setValue} />
        {empty.length > 0 && (
          <p role="alert" className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
            {t("feedback.empty", { fields: empty.map((field) => t(asked[field])).join(", ") })}
          </p>
        )}
        <FormFault error={send.error} fields={fields} />
      </form>
    </Dialog>
  );
}

/** Whose name goes with the message; the server goes by the session alone. */
function useSender(): { name: string; isGuest: boolean } {
  const isLoggedIn = useIsLoggedIn();
  const { data: me } = useApiQuery(accounts.me, {}, { enabled: isLoggedIn });
  return { name: (isLoggedIn && me?.account) || "", isGuest: !isLoggedIn || me?.isTrial === true };
}

/** How soon the first answer comes. */
function FirstAnswer({ type }: { type: FeedbackTypeName }) {
  const t = useT();
  const { data } = usePromises();
  const minutes = data?.minutes.find((one) => one.type === feedbackTypes[type])?.minutes;
  if (minutes === undefined) return null;
  const time = minutes < MINUTES_OF_HOUR ? t("feedback.promiseMinutes", { count: minutes }) : t("feedback.promiseHours", { count: minutes / MINUTES_OF_HOUR });
  return t("feedback.promise", { time });
}
