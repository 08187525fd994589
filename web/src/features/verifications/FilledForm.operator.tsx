import { idTypes, natureOfWorks, type VerificationCase } from "@laro/contract/verifications";
import { type Key, useT } from "../../api/language.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";

/** What the member filled in, what an officer read off the document, and what was decided. */
export function FilledFormOperator({ row: { form, printed, reasons, note, decidedBy, expiresOn } }: { row: VerificationCase }) {
  const t = useT();
  const lines = [
    { label: t("verifications.idType"), value: idTypes[form.idType as keyof typeof idTypes] },
    { label: t("verifications.payeename"), value: form.payeename },
    { label: t("verifications.birthday"), value: formatCalendar(form.birthday) },
    { label: t("verifications.placeOfBirth"), value: form.placeOfBirth },
    { label: t("verifications.nationality"), value: form.nationality },
    { label: t("verifications.address"), value: form.address },
    { label: t("verifications.permanentAddress"), value: form.permanentAddress },
    { label: t("verifications.sourceOfIncome"), value: t(`verifications.income.${form.sourceOfIncome}` as Key) },
    { label: t("verifications.natureOfWorks"), value: natureOfWorks[form.occupation as keyof typeof natureOfWorks] },
    { label: t("verifications.employerName"), value: form.employerName || "–" },
    ...(printed === null
      ? []
      : [
          { label: t("verifications.documentNumber"), value: printed.documentNumber },
          { label: t("verifications.printedBirthday"), value: formatCalendar(printed.birthday) },
        ]),
    ...(expiresOn === null ? [] : [{ label: t("verifications.expiresOn"), value: formatCalendar(expiresOn) }]),
    ...(reasons.length === 0 ? [] : [{ label: t("verifications.reasons"), value: reasons.map((reason) => t(`verifications.reason.${reason}`)).join(" ") }]),
    ...(note === null ? [] : [{ label: t("verifications.note"), value: note }]),
    ...(decidedBy === null ? [] : [{ label: t("verifications.decidedBy"), value: decidedBy }]),
  ];
  return (
    <dl className="grid rounded-sm border border-line bg-card">
      {lines.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line px-4 py-2 last:border-b-0">
          <dt className="shrink-0 text-sm text-muted">{label}</dt>
          <dd className="min-w-0 text-end text-sm font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
