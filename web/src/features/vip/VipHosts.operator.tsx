import type { DeskHost } from "@laro/contract/vip";
import { UserPlus } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSaveHost, useVipHosts, type VipRights } from "./vip.operator.api.ts";

/** A field for a picture of the library, as another feature has it. */
export type PictureInput = ComponentType<{ label: string; value: string | null; error?: ReactNode; onChange: (id: string | null) => void }>;

/** The hosts with how many members each has; who is no longer active hands their members over. */
export function VipHostsOperator({ rights, picture }: { rights: VipRights; picture: PictureInput }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useVipHosts();
  const [editing, setEditing] = useState<DeskHost | "new">();
  return (
    <Panel
      title={t("vip.hosts")}
      text={t("vip.hostsText")}
      aside={
        rights.canSaveHosts && (
          <Button tone="secondary" size="sm" icon={<UserPlus />} onClick={() => setEditing("new")}>
            {t("vip.addHost")}
          </Button>
        )
      }
    >
      <DataTable
        caption={`${t("vip.title")}: ${t("vip.hosts")}`}
        columns={useColumns(rights, setEditing)}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("vip.noHosts")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {editing && <HostForm host={editing === "new" ? undefined : editing} picture={picture} onDone={() => setEditing(undefined)} />}
    </Panel>
  );
}

function useColumns({ canSaveHosts }: VipRights, onEdit: (host: DeskHost) => void): readonly Column<DeskHost>[] {
  const t = useT();
  return [
    { key: "name", label: t("vip.hostName"), primary: true, render: ({ name }) => <span className="font-semibold">{name}</span> },
    {
      key: "state",
      label: t("games.state"),
      render: ({ active }) => <Badge tone={active ? "win" : "neutral"}>{t(active ? "vip.hostActive" : "vip.hostIdle")}</Badge>,
    },
    { key: "hours", label: t("vip.hours"), render: ({ hours }) => hours },
    { key: "url", label: t("vip.hostLink"), className: "md:max-lg:hidden", render: ({ url }) => <code className="text-xs break-all">{url}</code> },
    { key: "members", label: t("vip.members"), align: "end", render: ({ members }) => <span className="figures">{members}</span> },
    {
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (host) =>
        canSaveHosts && (
          <Button tone="secondary" size="sm" aria-label={t("vip.changeHost", { name: host.name })} onClick={() => onEdit(host)}>
            {t("games.act")}
          </Button>
        ),
    },
  ];
}

const texts = [
  { name: "name", label: "vip.hostName", max: 40 },
  { name: "hours", label: "vip.hours", max: 60 },
  { name: "url", label: "vip.hostLink", max: 200 },
] as const;

function HostForm({ host, picture: Picture, onDone }: { host: DeskHost | undefined; picture: PictureInput; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const save = useSaveHost();
  const [typed, setTyped] = useState({ name: host?.name ?? "", hours: host?.hours ?? "", url: host?.url ?? "/help#contact" });
  const [pictureId, setPictureId] = useState(host?.pictureId ?? null);
  const [active, setActive] = useState(host?.active ?? true);
  const fault = save.error === null ? undefined : faultOf(save.error);
  const errorOf = (field: string): string | undefined => (fault?.field === field ? fault.text : undefined);
  const done = {
    onSuccess: () => {
      showToast(t("vip.hostSaved", { name: typed.name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={host === undefined ? t("vip.addHost") : t("vip.changeHost", { name: host.name })}
      changes={[]}
      warning={host?.active === true && !active && t("vip.hostHands")}
      isBlocked={Object.values(typed).some((text) => text.trim() === "")}
      {...asking(save, { verb: t("vip.saveHost"), hint: t("settings.reasonHint"), fields: ["url", "name", "hours", "pictureId"] })}
      onConfirm={(reason) => save.mutate({ ...(host === undefined ? {} : { id: host.id }), ...typed, pictureId, active, reason }, done)}
      onCancel={onDone}
    >
      {texts.map(({ name, label, max }) => (
        <TextField
          key={name}
          label={t(label)}
          hint={name === "url" && t("vip.hostLinkHint")}
          maxLength={max}
          autoComplete="off"
          error={errorOf(name)}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <Picture label={t("vip.hostPicture")} value={pictureId} error={errorOf("pictureId")} onChange={setPictureId} />
      <Checkbox label={t("vip.hostActive")} checked={active} onChange={(event) => setActive(event.target.checked)} />
    </ChangeDialog>
  );
}
