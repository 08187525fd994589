import type { Operator } from "@laro/contract/operators";
import { Plus } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { ActDialogOperator, type Act } from "./ActDialog.operator.tsx";
import { CreateDialogOperator } from "./CreateDialog.operator.tsx";
import { GivenPasswordOperator, type Given } from "./GivenPassword.operator.tsx";
import { OperatorDetailOperator } from "./OperatorDetail.operator.tsx";
import { useOperators } from "./operators.operator.api.ts";
import { ProposalsOperator } from "./Proposals.operator.tsx";
import { StateBadge, useRoleWord } from "./operatorWords.operator.tsx";

/** The staff: who may enter the console, and what superadmins change of it. */
export function OperatorsOperator({ me, canChange }: { me: string; canChange: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useOperators();
  const { rows } = asked;
  const columns = useColumns(me);
  const [openId, setOpenId] = useState<bigint>();
  const [acting, setActing] = useState<{ operator: Operator; act: Act }>();
  const [isCreating, setCreating] = useState(false);
  const [given, setGiven] = useState<Given>();
  const opened = rows.find(({ id }) => id === openId);
  const begin = (operator: Operator, act: Act) => {
    setOpenId(undefined);
    setActing({ operator, act });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("operators.title")}</h1>
          <p className="text-muted">{t("operators.text")}</p>
        </div>
        {canChange && (
          <Button icon={<Plus />} onClick={() => setCreating(true)}>
            {t("operators.add")}
          </Button>
        )}
      </header>
      {canChange && <ProposalsOperator me={me} onGiven={setGiven} />}
      <DataTable
        caption={t("operators.title")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("operators.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={({ id }) => setOpenId(id)}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {opened && (
        <OperatorDetailOperator operator={opened} isMe={opened.name === me} canChange={canChange} onAct={begin} onClose={() => setOpenId(undefined)} />
      )}
      {acting && <ActDialogOperator {...acting} onClose={() => setActing(undefined)} />}
      {isCreating && <CreateDialogOperator onClose={() => setCreating(false)} />}
      {given && <GivenPasswordOperator {...given} onClose={() => setGiven(undefined)} />}
    </div>
  );
}

function useColumns(me: string): readonly Column<Operator>[] {
  const t = useT();
  const roleWord = useRoleWord();
  return [
    {
      key: "name",
      label: t("operators.name"),
      primary: true,
      render: ({ name }) => (
        <span className="inline-flex flex-wrap items-center gap-2 font-semibold">
          {name} {name === me && <Badge>{t("operators.you")}</Badge>}
        </span>
      ),
    },
    { key: "roles", label: t("operators.roles"), render: ({ roles }) => roles.map(roleWord).join(", ") },
    {
      key: "factor",
      label: t("operators.factor"),
      render: ({ hasFactor }) => (hasFactor ? <Badge tone="win">{t("operators.factorOn")}</Badge> : <Badge>{t("operators.factorOff")}</Badge>),
    },
    { key: "state", label: t("operators.state"), render: (operator) => <StateBadge operator={operator} /> },
    { key: "sessions", label: t("operators.sessions"), align: "end", render: ({ openSessions }) => <span className="figures">{openSessions}</span> },
    {
      key: "lastLogin",
      label: t("operators.lastLogin"),
      align: "end",
      render: ({ lastLoginAt }) => (lastLoginAt === null ? <span className="text-muted">{t("operators.never")}</span> : <DateTime at={lastLoginAt} />),
    },
  ];
}
