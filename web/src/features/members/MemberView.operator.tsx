import type { MemberView } from "@laro/contract/members";
import { ArrowLeft, BookOpenText } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { MemberActOperator, type MemberAct, type PlainAct } from "./MemberActs.operator.tsx";
import { MemberMoneyOperator } from "./MemberMoney.operator.tsx";
import { MemberOverviewOperator } from "./MemberOverview.operator.tsx";
import { MemberSecurityOperator } from "./MemberSecurity.operator.tsx";
import { MemberTalkOperator } from "./MemberTalk.operator.tsx";
import { type MemberRights, useMember } from "./members.operator.api.ts";
import { MemberBadges, useTypeWord } from "./memberWords.operator.tsx";

const tabs = ["overview", "money", "play", "protection", "security", "notes", "messages"] as const;
type Tab = (typeof tabs)[number];

interface MemberViewProps {
  id: bigint;
  rights: MemberRights;
  onBack: () => void;
}

/** One member from every side, and what an officer may do about them. */
export function MemberViewOperator({ id, rights, onBack }: MemberViewProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMember(id);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get("tab")) ?? "overview";
  const [act, setAct] = useState<MemberAct>();
  const back = (
    <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={onBack} className="justify-self-start">
      {t("members.back")}
    </Button>
  );
  const { data: member } = asked;
  if (asked.isError)
    return (
      <div className="grid gap-4">
        {back}
        <RefusedState {...refusal(asked)} />
      </div>
    );
  if (!member) return <LoadingBar label={t("ui.loading")} />;
  const show = (next: Tab) => setParams({ open: String(id), tab: next }, { replace: true });
  return (
    <div className="grid grid-cols-1 gap-4">
      {back}
      <ViewHeader member={member} rights={rights} onAct={setAct} />
      <Tabs
        label={t("members.parts")}
        items={tabs.map((one) => ({
          id: one,
          label: t(`members.tab.${one}`),
          ...(one === "notes" && member.notes.length > 0 ? { badge: member.notes.length } : {}),
        }))}
        value={tab}
        onChange={show}
      >
        <Panelled tab={tab} member={member} rights={rights} onAct={setAct} />
      </Tabs>
      {act && <MemberActOperator act={act} member={member} onClose={() => setAct(undefined)} />}
    </div>
  );
}

interface PartProps {
  member: MemberView;
  rights: MemberRights;
  onAct: (act: MemberAct) => void;
}

function Panelled({ tab, ...part }: PartProps & { tab: Tab }) {
  if (tab === "overview") return <MemberOverviewOperator {...part} />;
  if (tab === "security") return <MemberSecurityOperator {...part} />;
  if (tab === "notes" || tab === "messages") return <MemberTalkOperator part={tab} member={part.member} canNote={part.rights.canNote} />;
  return <MemberMoneyOperator part={tab} {...part} />;
}

function ViewHeader({ member, rights, onAct }: PartProps) {
  const t = useT();
  const typeWord = useTypeWord();
  const acts: readonly (PlainAct | false)[] = [
    rights.canRestrict && "restrict",
    rights.canEndSessions && member.sessions.some(({ isOpen }) => isOpen) && "endSessions",
    rights.canPropose && "name",
    rights.canPropose && (member.factors.totpSince !== null || member.factors.passkeys > 0) && "factor",
    rights.canClose && !member.closed && "close",
    rights.canPropose && member.closed && "reopen",
  ];
  return (
    <header className="grid gap-3 rounded-md border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold break-words">{member.name}</h1>
          <p className="text-sm text-muted">
            <span className="figures">{String(member.id)}</span> · {typeWord(member.type)}
          </p>
        </div>
        <MemberBadges member={member} />
      </div>
      <div className="flex flex-wrap gap-2">
        {acts
          .filter((kind) => kind !== false)
          .map((kind) => (
            <Button key={kind} tone={kind === "close" ? "danger" : "secondary"} size="sm" onClick={() => onAct({ kind })}>
              {t(`members.act.${kind}`)}
            </Button>
          ))}
        {rights.canReadJournal && (
          <ButtonLink tone="ghost" size="sm" icon={<BookOpenText />} to={`/journal?${new URLSearchParams({ member: member.name })}`}>
            {t("members.journal")}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}
