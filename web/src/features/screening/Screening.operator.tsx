import { hitStates, type ScreeningHit, type ScreeningList } from "@laro/contract/screening";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { useQueuePlace } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useDismiss, useHits, useLists } from "./screening.operator.api.ts";

/** What members are held against, and whom it names. */
export function ScreeningOperator({ canDismiss }: { canDismiss: boolean }) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("screening.title")}</h1>
        <p className="text-muted">{t("screening.text")}</p>
      </header>
      <Lists />
      <Hits canDismiss={canDismiss} />
    </div>
  );
}

function Lists() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useLists();
  const rows = asked.data?.list ?? [];
  const columns: readonly Column<ScreeningList>[] = [
    { key: "list", label: t("screening.list"), primary: true, render: ({ list }) => t(`screening.list.${list}`) },
    { key: "version", label: t("screening.version"), align: "end", render: ({ version }) => <span className="figures">{version}</span> },
    { key: "entries", label: t("screening.entries"), align: "end", render: ({ entries }) => <span className="figures">{entries.toLocaleString("en")}</span> },
    { key: "loaded", label: t("screening.loadedAt"), render: ({ loadedAt }) => <DateTime at={loadedAt} /> },
    {
      key: "swept",
      label: t("screening.swept"),
      render: ({ swept }) => <Badge tone={swept ? "win" : "primary"}>{t(swept ? "screening.sweptAll" : "screening.sweptSome")}</Badge>,
    },
  ];
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-base font-semibold">{t("screening.lists")}</h2>
      <DataTable
        caption={t("screening.lists")}
        columns={columns}
        rows={rows}
        rowKey={({ list }) => list}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("screening.listsEmpty")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
    </section>
  );
}

function Hits({ canDismiss }: { canDismiss: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const { state, setState } = useQueuePlace(hitStates);
  const asked = useHits(state);
  const { rows } = asked;
  const [dismissing, setDismissing] = useState<ScreeningHit>();
  const columns = useColumns(state, canDismiss ? setDismissing : undefined);
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-base font-semibold">{t("screening.hits")}</h2>
      <Tabs label={t("screening.states")} items={hitStates.map((id) => ({ id, label: t(`screening.state.${id}`) }))} value={state} onChange={setState} />
      <DataTable
        caption={t("screening.hits")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("screening.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {dismissing && <DismissDialog hit={dismissing} onClose={() => setDismissing(undefined)} />}
    </section>
  );
}

function useColumns(state: ScreeningHit["state"], onDismiss: ((hit: ScreeningHit) => void) | undefined): readonly Column<ScreeningHit>[] {
  const t = useT();
  const columns: readonly Column<ScreeningHit>[] = [
    { key: "reference", label: t("screening.hit"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "member", label: t("screening.member"), render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    {
      key: "entry",
      label: t("screening.list"),
      render: ({ list, version, entry }) => (
        <span className="grid">
          {t(`screening.list.${list}`)}
          <span className="text-xs text-muted">
            {t("screening.version")} {version}, {t("screening.entry", { entry: String(entry) })}
          </span>
        </span>
      ),
    },
    {
      key: "strength",
      label: t("screening.strength"),
      render: ({ strength }) => <Badge tone={strength === "birthday" ? "accent" : "neutral"}>{t(`screening.strength.${strength}`)}</Badge>,
    },
    { key: "at", label: t("screening.at"), render: ({ at }) => <DateTime at={at} /> },
  ];
  if (state === "dismissed") return [...columns, { key: "by", label: t("screening.decidedBy"), render: ({ decidedBy }) => decidedBy }];
  if (onDismiss === undefined) return columns;
  const act: Column<ScreeningHit> = {
    key: "act",
    label: t("screening.dismiss"),
    align: "end",
    render: (hit) => (
      <Button size="sm" tone="secondary" aria-label={`${t("screening.dismiss")}: ${hit.reference}`} onClick={() => onDismiss(hit)}>
        {t("screening.dismiss")}
      </Button>
    ),
  };
  return [...columns, act];
}

function DismissDialog({ hit, onClose }: { hit: ScreeningHit; onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useDismiss();
  const { id, reference, memberName, strength } = hit;
  const done = () => {
    showToast(t("screening.dismissedToast", { reference }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("screening.dismissTitle", { reference, name: memberName })}
      changes={[{ label: t("screening.hit"), before: t("screening.state.open"), after: t("screening.state.dismissed") }]}
      warning={strength === "birthday" ? t("screening.dismissWarning") : undefined}
      {...asking(command, { verb: t("screening.dismiss"), hint: t("screening.dismissHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
