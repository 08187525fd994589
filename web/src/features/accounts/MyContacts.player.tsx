import { accounts, type MyContact } from "@laro/contract/accounts";
import type { InputOf } from "@laro/contract/core/endpoint";
import { Mail, Smartphone } from "lucide-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useDialingCountries } from "../../api/phones.ts";
import { useApiCommand, useApiQuery, useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PhoneField } from "../../ui/PhoneField.tsx";
import { SendAgain } from "../../ui/SendAgain.tsx";
import { showToast } from "../../ui/Toast.tsx";

type Kind = MyContact["kind"];

const MINUTE_MS = 60_000;

const kinds = { phone: Smartphone, email: Mail } as const;

/** A member's number and address, and the way to change each. */
export function MyContacts() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useApiQuery(accounts.contacts, {});
  const [open, setOpen] = useState<Kind>();
  const close = () => setOpen(undefined);
  const contactOf = (kind: Kind) => mine.data?.list.find((contact) => contact.kind === kind);
  return (
    <Panel title={t("accounts.contacts.title")} text={t("accounts.contacts.text")}>
      {mine.data === undefined && (mine.error === null ? <Skeleton className="h-28 w-full" /> : <RefusedState {...refusal(mine)} />)}
      {mine.data !== undefined && (
        <ul className="grid">
          {(["phone", "email"] as const).map((kind) => (
            <ContactRow key={kind} kind={kind} contact={contactOf(kind)} onChange={() => setOpen(kind)} />
          ))}
        </ul>
      )}
      <Dialog open={open !== undefined} title={open === undefined ? "" : t(`accounts.contacts.${open}`)} onClose={close} closeLabel={t("ui.close")}>
        {open !== undefined && <ContactForm kind={open} isChange={contactOf(open)?.isVerified === true} onDone={close} />}
      </Dialog>
    </Panel>
  );
}

function ContactRow({ kind, contact, onChange }: { kind: Kind; contact: MyContact | undefined; onChange: () => void }) {
  const t = useT();
  const Icon = kinds[kind];
  const action = t(contact?.isVerified === true ? "accounts.contacts.change" : "accounts.contacts.add");
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-pill bg-text/6 text-muted [&_svg]:size-5">
        <Icon />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-sm font-semibold">{t(`accounts.contacts.${kind}`)}</span>
        <span className="truncate text-xs text-muted">{contact?.masked ?? t("accounts.contacts.none")}</span>
        {contact && (
          <span className="mt-1">
            <Badge tone={contact.isVerified ? "win" : "neutral"}>{t(contact.isVerified ? "accounts.contacts.verified" : "accounts.contacts.unverified")}</Badge>
          </span>
        )}
        {contact !== undefined && contact.stoppableUntil !== null && (
          <span className="mt-1 text-xs text-muted">
            {t("accounts.contacts.stoppable")} <DateTime at={contact.stoppableUntil} />
          </span>
        )}
      </span>
      <Button size="sm" tone="secondary" aria-label={`${action}: ${t(`accounts.contacts.${kind}`)}`} onClick={onChange}>
        {action}
      </Button>
    </li>
  );
}

interface ContactFormProps {
  kind: Kind;
  /** There is a verified one, which will be told. */
  isChange: boolean;
  onDone: () => void;
}

/** First the new contact, then the code that was sent there; whoever comes back finds what they typed. */
function ContactForm({ kind, isChange, onDone }: ContactFormProps) {
  const t = useT();
  const faultOf = useFault();
  const countries = useDialingCountries(kind === "phone");
  const send = useApiCommand(accounts.setContact);
  const [value, setValue] = useState("");
  const [dialing, setDialing] = useState<string>();
  /** How long the next code must wait; undefined until one was sent. */
  const [waitMs, setWaitMs] = useState<number>();
  const form = useFirstFocus(waitMs === undefined);
  const countryDialingCode = dialing ?? countries[0]?.countryDialingCode;
  const contact = { kind, value, ...(kind === "phone" && countryDialingCode !== undefined ? { countryDialingCode } : {}) };
  const sendCode = async (): Promise<number | undefined> => {
    const sent = await send.mutateAsync(contact).catch(() => undefined);
    return sent && sent.expiredMinutes * MINUTE_MS;
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setWaitMs(await sendCode());
  };
  const goBack = () => {
    send.reset();
    setWaitMs(undefined);
  };
  if (waitMs !== undefined) {
    return <CodeForm contact={contact} waitMs={waitMs} sending={send} onAgain={sendCode} onOther={goBack} onDone={onDone} />;
  }
  const field = { label: t(`accounts.contacts.${kind}`), required: true, value, error: send.error === null ? undefined : faultOf(send.error).text };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {isChange && <p className="text-sm text-muted">{t("accounts.contacts.warning")}</p>}
      {kind === "phone" ? (
        <PhoneField
          labels={{ country: t("phones.country"), number: field.label }}
          countries={countries}
          value={{ countryDialingCode: countryDialingCode ?? "", mobileNum: value }}
          error={field.error}
          isFirst
          onChange={(number) => {
            setDialing(number.countryDialingCode);
            setValue(number.mobileNum);
          }}
        />
      ) : (
        <TextField
          {...field}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          data-autofocus
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      <Button type="submit" busy={send.isPending} disabled={value.trim() === ""}>
        {t("accounts.contacts.send")}
      </Button>
    </form>
  );
}

/** A dialog gives its first field the focus as it opens; a step that comes later takes it by itself. */
function useFirstFocus(isShown: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isShown) form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [isShown]);
  return form;
}

interface CodeFormProps {
  contact: InputOf<typeof accounts.setContact>;
  waitMs: number;
  sending: { error: Error | null; isPending: boolean };
  /** Sends another, and answers how long the next must wait. */
  onAgain: () => Promise<number | undefined>;
  /** Back, for another contact. */
  onOther: () => void;
  onDone: () => void;
}

function CodeForm({ contact, waitMs, sending, onAgain, onOther, onDone }: CodeFormProps) {
  const t = useT();
  const faultOf = useFault();
  const form = useFirstFocus(true);
  const confirm = useApiCommand(accounts.confirmContact, { stale: [accounts.contacts] });
  const [code, setCode] = useState("");
  const error = confirm.error ?? sending.error;
  const fault = error === null ? undefined : faultOf(error);
  const finish = () => {
    showToast(t("accounts.contacts.saved"), "success");
    onDone();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    confirm.mutate({ ...contact, verificationCode: code }, { onSuccess: finish });
  };
  const sendAgain = () => {
    confirm.reset();
    return onAgain();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-muted">{t("accounts.contacts.sent", { value: contact.value })}</p>
      <OtpField autoFocus name="verificationCode" label={t("accounts.codeLabel")} value={code} onChange={setCode} error={fault?.text} />
      <Button type="submit" busy={confirm.isPending}>
        {t("accounts.contacts.confirm")}
      </Button>
      <SendAgain
        labels={{ send: t("accounts.contacts.send"), again: t("accounts.codeAgain"), wait: t("accounts.codeWait") }}
        firstWaitMs={waitMs}
        busy={sending.isPending}
        onSend={sendAgain}
      />
      <Button tone="ghost" disabled={confirm.isPending} onClick={onOther}>
        {t(contact.kind === "phone" ? "accounts.codeOther" : "accounts.contacts.otherAddress")}
      </Button>
    </form>
  );
}
