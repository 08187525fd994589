import type { MemberView, Revealable } from "@laro/contract/members";
import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { MemberAct } from "./MemberActs.operator.tsx";
import type { MemberRights } from "./members.operator.api.ts";
import { Facts, Nothing } from "./memberWords.operator.tsx";

interface OverviewProps {
  member: MemberView;
  rights: MemberRights;
  onAct: (act: MemberAct) => void;
}

/** Who it is, masked, and what stands first when someone writes or calls. */
export function MemberOverviewOperator({ member, rights, onAct }: OverviewProps) {
  const t = useT();
  const { money, play } = member;
  return (
    <div className="grid gap-4">
      <Figures
        label={t("members.tab.money")}
        figures={[
          { label: t("members.balance"), figure: <Money minor={member.balance} /> },
          { label: t("members.deposited"), figure: <Money minor={money.deposited} /> },
          { label: t("members.withdrawn"), figure: <Money minor={money.withdrawn} /> },
          { label: t("members.result"), figure: <Money minor={play.won - play.staked} signed /> },
        ]}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Identity member={member} rights={rights} onAct={onAct} />
        <Waiting member={member} />
      </div>
    </div>
  );
}

function Identity({ member, rights, onAct }: OverviewProps) {
  const t = useT();
  const masked = (field: Revealable, text: ReactNode) => (
    <span className="inline-flex items-center gap-2">
      <span className="figures">{text}</span>
      {rights.canReveal && (
        <IconButton size="sm" label={t("members.revealField", { field: t(`members.field.${field}`) })} onClick={() => onAct({ kind: "reveal", field })}>
          <Eye />
        </IconButton>
      )}
    </span>
  );
  const contactOf = (kind: "phone" | "email") => {
    const contact = member.contacts.find((one) => one.kind === kind);
    if (contact === undefined) return <span className="text-muted">{t("members.none")}</span>;
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        {masked(kind, contact.masked)}
        <Badge tone={contact.verified ? "win" : "neutral"}>{t(contact.verified ? "members.confirmed" : "members.unconfirmed")}</Badge>
      </span>
    );
  };
  const facts = [
    { label: t("members.verifiedName"), value: member.verifiedNameMasked === null ? t("members.none") : masked("verifiedName", member.verifiedNameMasked) },
    { label: t("members.field.phone"), value: contactOf("phone") },
    { label: t("members.field.email"), value: contactOf("email") },
    { label: t("members.nickname"), value: member.nickname },
    { label: t("members.parent"), value: member.parent?.name ?? t("members.none") },
    { label: t("members.since"), value: <DateTime at={member.createdAt} shape="exact" /> },
    { label: t("members.seen"), value: member.lastSeenAt === null ? t("members.never") : <DateTime at={member.lastSeenAt} shape="exact" /> },
  ];
  return (
    <Panel title={t("members.identity")} text={t("members.identityText")}>
      <Facts facts={facts} />
    </Panel>
  );
}

/** What is under way about the member, and the newest note. */
function Waiting({ member: { proposals, protection, restUntil, notes, money } }: { member: MemberView }) {
  const t = useT();
  const waiting = proposals.filter(({ state }) => state === "proposed");
  const [note] = notes;
  const facts = [
    ...(money.waiting > 0n ? [{ label: t("members.withdrawalWaits"), value: <Money minor={money.waiting} /> }] : []),
    ...(protection.exclusion === null ? [] : [{ label: t("members.excludedUntil"), value: <DateTime at={protection.exclusion.until} /> }]),
    ...(restUntil === null ? [] : [{ label: t("members.restsUntil"), value: <DateTime at={restUntil} /> }]),
    ...waiting.map(({ kind, proposedBy }) => ({ label: t(`members.kind.${kind}`), value: t("members.waitsFor", { name: proposedBy }) })),
  ];
  return (
    <Panel title={t("members.underWay")}>
      {facts.length === 0 ? <Nothing text={t("members.nothingUnderWay")} /> : <Facts facts={facts} />}
      {note && (
        <blockquote className="grid gap-1 border-s-2 border-primary-text ps-3 text-sm">
          <p className="break-words">{note.text}</p>
          <footer className="text-xs text-muted">
            {note.by} · <DateTime at={note.at} />
          </footer>
        </blockquote>
      )}
    </Panel>
  );
}
