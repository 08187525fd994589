import { type DeskHost, VIP_LEVEL_MAX, type VipLabel, type VipMember } from "@laro/contract/vip";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useAssignHost, useVipHosts, useVipMembers, type VipRights } from "./vip.operator.api.ts";

/** Whoever bears it has a host. */
const HOSTS_LABEL: VipLabel = "Platinum";

/** Members from a level on, or those of a host, each with the host, whom an officer may change. */
export function VipMembersOperator({ rights }: { rights: VipRights }) {
  const t = useT();
  const refusal = useRefusal();
  const hosts = useVipHosts({ enabled: rights.canSeeHosts }).rows;
  const [from, setFrom] = useState(4);
  const [hostId, setHostId] = useState("");
  const [assigning, setAssigning] = useState<VipMember>();
  const asked = useVipMembers({ from, ...(hostId === "" ? {} : { hostId }) });
  const levels = Array.from({ length: VIP_LEVEL_MAX }, (_, place) => place + 1);
  return (
    <Panel title={t("vip.members")} text={t("vip.membersText")}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-44">
          <Select
            label={t("vip.fromLevel")}
            options={levels.map((level) => ({ value: String(level), label: t("vip.rank", { level }) }))}
            value={String(from)}
            onChange={(event) => setFrom(Number(event.target.value))}
          />
        </div>
        {hosts.length > 0 && (
          <div className="w-56">
            <Select
              label={t("vip.hostName")}
              options={[{ value: "", label: t("vip.anyHost") }, ...hosts.map(({ id, name }) => ({ value: id, label: name }))]}
              value={hostId}
              onChange={(event) => setHostId(event.target.value)}
            />
          </div>
        )}
      </div>
      <DataTable
        caption={`${t("vip.title")}: ${t("vip.members")}`}
        columns={useColumns(rights, setAssigning)}
        rows={asked.rows}
        rowKey={({ memberId }) => String(memberId)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("vip.noMembers")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {assigning && (
        <AssignDialog
          member={asked.rows.find(({ memberId }) => memberId === assigning.memberId) ?? assigning}
          hosts={hosts}
          onDone={() => setAssigning(undefined)}
        />
      )}
    </Panel>
  );
}

function useColumns({ canAssign }: VipRights, onAssign: (member: VipMember) => void): readonly Column<VipMember>[] {
  const t = useT();
  return [
    { key: "member", label: t("vip.member"), primary: true, render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    { key: "level", label: t("vip.level"), render: ({ level, label }) => t("vip.label", { level, label }) },
    { key: "valid", label: t("vip.from"), align: "end", render: ({ valid }) => <Money minor={valid} /> },
    {
      key: "reached",
      label: t("vip.reached"),
      className: "md:max-lg:hidden",
      render: ({ reachedAt }) => (reachedAt === null ? <None /> : <DateTime at={reachedAt} />),
    },
    { key: "host", label: t("vip.hostName"), render: ({ host }) => host ?? <None /> },
    {
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (member) =>
        canAssign &&
        member.label === HOSTS_LABEL && (
          <Button tone="secondary" size="sm" aria-label={t("vip.assignOne", { name: member.memberName })} onClick={() => onAssign(member)}>
            {t("vip.assign")}
          </Button>
        ),
    },
  ];
}

function AssignDialog({
  member: { memberId, memberName, host, hostId: seen },
  hosts,
  onDone,
}: {
  member: VipMember;
  hosts: readonly DeskHost[];
  onDone: () => void;
}) {
  const t = useT();
  const asking = useAsking();
  const assign = useAssignHost();
  const open = hosts.filter(({ active, id }) => active && id !== seen);
  const [hostId, setHostId] = useState(open[0]?.id ?? "");
  const wanted = open.find(({ id }) => id === hostId);
  const done = {
    onSuccess: () => {
      showToast(t("vip.assigned", { name: memberName }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("vip.assignOne", { name: memberName })}
      changes={[{ label: t("vip.hostName"), before: host ?? "–", after: wanted?.name ?? "–" }]}
      isBlocked={wanted === undefined}
      {...asking(assign, { verb: t("vip.assign"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => assign.mutate({ memberId, hostId, seen, reason }, done)}
      onCancel={onDone}
    >
      <Select
        label={t("vip.hostName")}
        options={open.map(({ id, name, members }) => ({ value: id, label: `${name} (${members})` }))}
        value={hostId}
        onChange={(event) => setHostId(event.target.value)}
      />
    </ChangeDialog>
  );
}
