import { games, type GameSwitch } from "@laro/contract/games";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { showToast } from "../../ui/Toast.tsx";

/** The house games, each of which an officer can stop at once. */
export function SwitchesOperator({ canSwitch }: { canSwitch: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useApiQuery(games.switches, {});
  const rows = asked.data?.list ?? [];
  const [switching, setSwitching] = useState<GameSwitch>();
  const columns: Column<GameSwitch>[] = [
    { key: "name", label: t("games.game"), primary: true, render: ({ displayName }) => displayName },
    { key: "code", label: t("games.code"), render: ({ gameCode }) => <code className="text-xs text-muted">{gameCode}</code> },
    {
      key: "state",
      label: t("games.state"),
      render: ({ isOpen }) => <Badge tone={isOpen ? "win" : "accent"}>{t(isOpen ? "games.open" : "games.stopped")}</Badge>,
    },
    { key: "since", label: t("games.stoppedAt"), render: ({ stoppedAt }) => stoppedAt !== null && <DateTime at={stoppedAt} shape="exact" /> },
  ];
  if (canSwitch)
    columns.push({
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (game) => (
        <Button tone={game.isOpen ? "danger" : "secondary"} size="sm" onClick={() => setSwitching(game)}>
          {t(game.isOpen ? "games.stop" : "games.openAgain")}
        </Button>
      ),
    });
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t("games.switchesText")}</p>
      <DataTable
        caption={t("games.houseGames")}
        columns={columns}
        rows={rows}
        rowKey={({ gameCode }) => gameCode}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("games.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {switching && <SwitchDialog game={switching} onDone={() => setSwitching(undefined)} />}
    </div>
  );
}

function SwitchDialog({ game: { gameCode, displayName, isOpen }, onDone }: { game: GameSwitch; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const setOpen = useApiCommand(games.setOpen, { stale: [games.switches] });
  const stateOf = (open: boolean) => t(open ? "games.open" : "games.stopped");
  const done = {
    onSuccess: () => {
      showToast(`${displayName}: ${stateOf(!isOpen)}`, "success");
      onDone();
    },
  };
  const verb = t(isOpen ? "games.stop" : "games.openAgain");
  return (
    <ChangeDialog
      title={`${verb}: ${displayName}`}
      changes={[{ label: displayName, before: stateOf(isOpen), after: stateOf(!isOpen) }]}
      warning={isOpen && t("games.stopWarning")}
      tone={isOpen ? "danger" : "primary"}
      {...asking(setOpen, { verb, hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setOpen.mutate({ gameCode, isOpen: !isOpen, reason }, done)}
      onCancel={onDone}
    />
  );
}
