import type { Dispatch } from "@laro/contract/dispatches";
import { Repeat } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { StateBadge, useTemplateWord } from "./outboxWords.operator.tsx";

interface LetterDetailProps {
  letter: Dispatch;
  onAgain: ((letter: Dispatch) => void) | undefined;
  onClose: () => void;
}

/** One letter: what became of it and, in the sandbox, what it says. */
export function LetterDetailOperator({ letter, onAgain, onClose }: LetterDetailProps) {
  const t = useT();
  const templateWord = useTemplateWord();
  const { channel, template, accountId, language, attempts, reference, cost, fault, createdAt, sentAt, reportedAt, usedAt, expiresAt } = letter;
  const moment = (at: string | null) => at !== null && <DateTime at={at} shape="exact" />;
  const lines = [
    { label: t("dispatches.outbox.channel"), value: t(channel === "sms" ? "dispatches.outbox.smsOne" : "dispatches.outbox.email") },
    { label: t("dispatches.outbox.account"), value: accountId === null ? t("dispatches.outbox.none") : String(accountId) },
    { label: t("dispatches.outbox.language"), value: language },
    { label: t("dispatches.outbox.attempts"), value: attempts },
    { label: t("dispatches.outbox.reference"), value: reference !== null && <code className="text-xs break-all select-all">{reference}</code> },
    { label: t("dispatches.outbox.cost"), value: cost !== null && <Money minor={cost} /> },
    { label: t("dispatches.outbox.fault"), value: fault === "" ? null : fault },
    { label: t("dispatches.outbox.created"), value: moment(createdAt) },
    { label: t("dispatches.outbox.sent"), value: moment(sentAt) },
    { label: t("dispatches.outbox.reported"), value: moment(reportedAt) },
    { label: t("dispatches.outbox.used"), value: moment(usedAt) },
    { label: t("dispatches.outbox.expires"), value: moment(expiresAt) },
  ].filter(({ value }) => value !== null && value !== false);
  const footer = onAgain && letter.canResend && (
    <Button icon={<Repeat />} onClick={() => onAgain(letter)}>
      {t("dispatches.outbox.again")}
    </Button>
  );
  return (
    <Dialog open title={letter.target} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={footer || undefined}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center justify-between gap-3 font-semibold">
          {templateWord(template)}
          <StateBadge {...letter} />
        </p>
        <Words {...letter} />
        <dl className="grid rounded-sm border border-line bg-card">
          {lines.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line px-4 py-2.5 last:border-b-0">
              <dt className="shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 text-end text-sm font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

function Words({ subject, body, code }: Pick<Dispatch, "subject" | "body" | "code">) {
  const t = useT();
  if (body === null) return <p className="text-sm text-muted">{t("dispatches.outbox.closedWords")}</p>;
  return (
    <section aria-label={t("dispatches.outbox.words")} className="grid gap-2 rounded-sm border border-line bg-field px-4 py-3">
      {code !== null && (
        <p className="flex items-baseline justify-between gap-3 text-sm text-muted">
          {t("dispatches.outbox.code")}
          <code className="text-lg font-semibold text-text select-all">{code}</code>
        </p>
      )}
      {subject !== null && <p className="font-semibold">{subject}</p>}
      <p className="text-sm break-words">{body}</p>
    </section>
  );
}
