import { accounts, type MyContact } from "@laro/contract/accounts";
import { Mail, Smartphone } from "lucide-react";
import { type SubmitEvent, useState } from "react";
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
import { showToast } from "../../ui/Toast.tsx";

type Kind = MyContact["kind"];

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

/** First the new contact, then the code that was sent there. */
function ContactForm({ kind, isChange, onDone }: ContactFormProps) {
  const t = useT();
  const faultOf = useFault();
  const countries = useDialingCountries(kind === "phone");
  const send = useApiCommand(accounts.setContact);
  const confirm = useApiCommand(accounts.confirmContact, { stale: [accounts.contacts] });
  const [value, setValue] = useState("");
  const [dialing, setDialing] = useState<string>();
  const [code, setCode] = useState("");
  const countryDialingCode = dialing ?? countries[0]?.countryDialingCode;
  const contact = { kind, value, ...(kind === "phone" && countryDialingCode !== undefined ? { countryDialingCode } : {}) };
  const error = send.isSuccess ? confirm.error : send.error;
  const fault = error === null ? undefined : faultOf(error);
  const finish = () => {
    showToast(t("accounts.contacts.saved"), "success");
    onDone();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isSuccess) confirm.mutate({ ...contact, verificationCode: code }, { onSuccess: finish });
    else send.mutate(contact);
  };
  const field = { label: t(`accounts.contacts.${kind}`), required: true, value, error: fault?.field === "verificationCode" ? undefined : fault?.text };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isChange && !send.isSuccess && <p className="text-sm text-muted">{t("accounts.contacts.warning")}</p>}
      {!send.isSuccess && kind === "phone" && (
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
      )}
      {!send.isSuccess && kind === "email" && (
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
      {send.isSuccess && (
        <>
          <p className="text-sm text-muted">{t("accounts.contacts.sent", { value })}</p>
          <OtpField autoFocus name="verificationCode" label={t("accounts.codeLabel")} value={code} onChange={setCode} error={fault?.text} />
        </>
      )}
      <Button type="submit" busy={send.isPending || confirm.isPending} disabled={value.trim() === ""}>
        {t(send.isSuccess ? "accounts.contacts.confirm" : "accounts.contacts.send")}
      </Button>
    </form>
  );
}
