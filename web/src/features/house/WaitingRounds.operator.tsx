import type { WaitingRound } from "@laro/contract/house";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useSwitches, useVoidRound, useWaiting } from "./house.operator.api.ts";

/** The rounds that wait for their players, the longest waiting first; one can be given back by two officers. */
export function WaitingRoundsOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const [gameCode, setGameCode] = useState("");
  const asked = useWaiting(gameCode);
  const waiting = (useSwitches().data?.list ?? []).filter(({ openRounds, gameType }) => openRounds > 0 && gameType !== "LIVE");
  const [ending, setEnding] = useState<WaitingRound>();
  const columns = useColumns(rights, setEnding);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="text-sm text-muted">{t("house.roundsText")}</p>
        <div className="w-full sm:w-64">
          <Select
            label={t("games.game")}
            options={[
              { value: "", label: t("house.allGames") },
              ...waiting.map(({ gameCode: value, displayName, openRounds }) => ({ value, label: `${displayName} (${openRounds})` })),
            ]}
            value={gameCode}
            onChange={(event) => setGameCode(event.target.value)}
          />
        </div>
      </div>
      <DataTable
        caption={t("house.rounds")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("house.noRounds")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {ending && <EndDialog round={ending} onDone={() => setEnding(undefined)} />}
    </div>
  );
}

function useColumns({ canVoid }: HouseRights, onEnd: (round: WaitingRound) => void): readonly Column<WaitingRound>[] {
  const t = useT();
  const columns: Column<WaitingRound>[] = [
    {
      key: "member",
      label: t("house.member"),
      primary: true,
      render: ({ memberName, id }) => (
        <span className="grid">
          {memberName}
          <span className="text-xs font-normal text-muted">{id}</span>
        </span>
      ),
    },
    { key: "game", label: t("games.game"), render: ({ displayName }) => displayName },
    { key: "stake", label: t("house.staked"), align: "end", render: ({ stake }) => <Money minor={stake} /> },
    { key: "step", label: t("house.steps"), align: "end", render: ({ step }) => <span className="figures">{step}</span> },
    { key: "at", label: t("house.opened"), render: ({ at }) => <DateTime at={at} /> },
    { key: "due", label: t("house.clockActs"), render: ({ dueAt }) => <DateTime at={dueAt} /> },
  ];
  if (canVoid)
    columns.push({
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (round) => (
        <Button tone="danger" size="sm" aria-label={t("house.voidRoundOf", { name: round.memberName, game: round.displayName })} onClick={() => onEnd(round)}>
          {t("house.void")}
        </Button>
      ),
    });
  return columns;
}

function EndDialog({ round: { id: roundId, memberId, memberName, displayName, stake }, onDone }: { round: WaitingRound; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const end = useVoidRound();
  const title = t("house.voidRoundOf", { name: memberName, game: displayName });
  const done = {
    onSuccess: () => {
      showToast(t("house.proposed", { name: displayName }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={title}
      changes={[{ label: t("house.staked"), before: <Money minor={stake} />, after: t("house.givenBack") }]}
      warning={t("house.voidWaits")}
      tone="danger"
      {...asking(end, { verb: t("house.propose"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => end.mutate({ memberId, roundId, reason }, done)}
      onCancel={onDone}
    />
  );
}
