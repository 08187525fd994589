import type { MenuSetting, MenuVersion } from "@laro/contract/settings";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { type MenuInForce, useMenuVersions } from "./menu.operator.api.ts";
import { differencesOf, shippedMenu } from "./menuDifference.ts";
import { useMenuWords } from "./menuWords.operator.tsx";

interface HistoryProps {
  inForce: MenuInForce;
  onRestore: ((version: { no: number; setting: MenuSetting }) => void) | undefined;
}

const SAID_MAX = 3;

/** Who arranged the page how, and why; each version can be taken up again. */
export function MenuHistoryOperator({ inForce, onRestore }: HistoryProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMenuVersions();
  const { rows } = asked;
  const columns = useColumns({ rows, inForce, onRestore });
  return (
    <section className="grid gap-3">
      <h2 className="text-base font-semibold">{t("settings.versions")}</h2>
      <DataTable
        caption={t("settings.versions")}
        columns={columns}
        rows={rows}
        rowKey={({ no }) => String(no)}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("settings.versionsNone")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </section>
  );
}

function useColumns({ rows, inForce, onRestore }: HistoryProps & { rows: readonly MenuVersion[] }): readonly Column<MenuVersion>[] {
  const t = useT();
  const words = useMenuWords();
  const said = (version: MenuVersion): string => {
    const before = rows.find(({ no }) => no === version.no - 1) ?? (version.no === 1 ? shippedMenu : undefined);
    if (before === undefined) return "";
    const changes = differencesOf(before, version).map((one) => words.change(one).label);
    return changes.length > SAID_MAX ? `${changes.slice(0, SAID_MAX).join(", ")} …` : changes.join(", ");
  };
  const columns: Column<MenuVersion>[] = [
    {
      key: "no",
      label: t("settings.version"),
      primary: true,
      render: ({ no }) => (
        <span className="flex items-center gap-2">
          <span className="figures">{no}</span>
          {no === inForce.no && <Badge tone="win">{t("settings.inForce")}</Badge>}
        </span>
      ),
    },
    { key: "at", label: t("settings.versionAt"), render: ({ at }) => <DateTime at={at} /> },
    {
      key: "by",
      label: t("settings.versionBy"),
      className: "md:whitespace-normal",
      render: ({ by, reason }) => (
        <span className="grid">
          <span className="font-medium">{by}</span>
          <span className="text-xs text-muted">{reason}</span>
        </span>
      ),
    },
    {
      key: "what",
      label: t("settings.versionWhat"),
      className: "md:whitespace-normal",
      render: (version) => (
        <span className="grid">
          <span>{said(version)}</span>
          {version.restored !== null && (
            <span className="text-xs text-muted">
              {version.restored === 0 ? t("settings.fromShipped") : t("settings.fromVersion", { no: version.restored })}
            </span>
          )}
        </span>
      ),
    },
  ];
  if (onRestore)
    columns.push({
      key: "act",
      label: t("settings.change"),
      align: "end",
      render: ({ no }) => <RestoreButton no={no} rows={rows} inForce={inForce} onRestore={onRestore} />,
    });
  return columns;
}

interface RestoreButtonProps extends HistoryProps {
  no: number;
  rows: readonly MenuVersion[];
  onRestore: NonNullable<HistoryProps["onRestore"]>;
}

/** An earlier version is taken up again; the one in force is taken back, which takes up the one before it. */
function RestoreButton({ no, rows, inForce, onRestore }: RestoreButtonProps) {
  const t = useT();
  const isInForce = no === inForce.no;
  const wanted = isInForce ? no - 1 : no;
  const setting = wanted === 0 ? shippedMenu : rows.find((version) => version.no === wanted);
  if (setting === undefined) return null;
  return (
    <Button tone="secondary" size="sm" onClick={() => onRestore({ no: wanted, setting })}>
      {t(isInForce ? "settings.takeBack" : "settings.takeUp")}
    </Button>
  );
}
