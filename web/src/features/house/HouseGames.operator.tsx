import type { GameSwitch } from "@laro/contract/games";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useSetOpen, useSwitches } from "./house.operator.api.ts";
import { StakesDialogOperator } from "./StakesDialog.operator.tsx";

/** What one switch is about: a game, or all of a type. */
interface Switch {
  readonly name: string;
  readonly isOpen: boolean;
  readonly of: { readonly gameCode?: string; readonly gameType?: string };
}

/** The house's games: whether each is open, what of it is not finished and what may be staked; switches for one, a family and all. */
export function HouseGamesOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useSwitches();
  const rows = asked.data?.list ?? [];
  const [switching, setSwitching] = useState<Switch>();
  const [staking, setStaking] = useState<GameSwitch>();
  const columns = useColumns(rights, { onSwitch: setSwitching, onStakes: setStaking });
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t("games.switchesText")}</p>
      {rights.canSwitch && asked.data && (
        <div role="group" aria-label={t("house.many")} className="flex flex-wrap gap-2">
          <ManyButton
            name={t("house.all")}
            isOpen={asked.data.isHouseOpen}
            onPress={(isOpen) => setSwitching({ name: t("house.all"), isOpen, of: { gameType: "ALL" } })}
          />
          {asked.data.families.map(({ gameType, isOpen }) => {
            const name = t("house.family", { type: gameType });
            return <ManyButton key={gameType} name={name} isOpen={isOpen} onPress={() => setSwitching({ name, isOpen, of: { gameType } })} />;
          })}
        </div>
      )}
      <DataTable
        caption={t("games.houseGames")}
        columns={columns}
        rows={rows}
        rowKey={({ gameCode }) => gameCode}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("games.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {switching && <SwitchDialog {...switching} onDone={() => setSwitching(undefined)} />}
      {staking && <StakesDialogOperator game={staking} onDone={() => setStaking(undefined)} />}
    </div>
  );
}

function ManyButton({ name, isOpen, onPress }: { name: string; isOpen: boolean; onPress: (isOpen: boolean) => void }) {
  const t = useT();
  return (
    <Button tone={isOpen ? "secondary" : "success"} size="sm" onClick={() => onPress(isOpen)}>
      {t(isOpen ? "house.stopMany" : "house.openMany", { name })}
    </Button>
  );
}

const tones = { open: "win", closing: "info", closed: "accent" } as const satisfies Record<GameSwitch["state"], BadgeTone>;

function State({ state, stops, takesStakes }: GameSwitch) {
  const t = useT();
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tones[state]}>{t(`house.state.${state}`)}</Badge>
      {!takesStakes && <Badge tone="accent">{t("house.noStakes")}</Badge>}
      {stops.map(({ scope, at, by, reason }) => (
        <span key={scope} className="text-xs text-muted md:max-w-64 md:whitespace-normal">
          {t("house.stoppedBy", { scope })} · <DateTime at={at} />
          {by !== null && ` · ${by}`}
          {reason !== null && ` · ${reason}`}
        </span>
      ))}
    </span>
  );
}

function Unfinished({ openRounds, oldestAt }: GameSwitch) {
  const t = useT();
  return (
    <span className="grid">
      <span className="figures">{openRounds}</span>
      {oldestAt !== null && (
        <span className="text-xs text-muted">
          {t("house.oldest")} <DateTime at={oldestAt} />
        </span>
      )}
    </span>
  );
}

function Stakes({ stakes }: GameSwitch) {
  const t = useT();
  return (
    <span className="grid">
      <span>
        <Money minor={stakes.stakeMin} /> – <Money minor={stakes.stakeMax} />
      </span>
      {(stakes.setMin !== null || stakes.setMax !== null) && (
        <span className="text-xs text-muted">
          {t("house.gameTakes")} <Money minor={stakes.engineMin} /> – <Money minor={stakes.engineMax} />
        </span>
      )}
    </span>
  );
}

/** What is held at a card table is its room's. */
const CARDS = "PVP";

interface Acts {
  onSwitch: (wanted: Switch) => void;
  onStakes: (game: GameSwitch) => void;
}

function useColumns({ canSwitch, canSetStakes }: HouseRights, { onSwitch, onStakes }: Acts): readonly Column<GameSwitch>[] {
  const t = useT();
  const isStopped = ({ stops }: GameSwitch): boolean => stops.some(({ scope }) => scope === "game");
  const columns: Column<GameSwitch>[] = [
    {
      key: "name",
      label: t("games.game"),
      primary: true,
      render: ({ displayName, gameCode, gameType }) => (
        <span className="grid">
          {displayName}
          <span className="text-xs font-normal text-muted">
            {gameCode} · {gameType}
          </span>
        </span>
      ),
    },
    { key: "state", label: t("games.state"), render: (game) => <State {...game} /> },
    {
      key: "unfinished",
      label: t("house.unfinished"),
      render: (game) => <Unfinished {...game} />,
    },
    {
      key: "stakes",
      label: t("house.stakes"),
      align: "end",
      render: (game) => <Stakes {...game} />,
    },
  ];
  if (canSwitch || canSetStakes)
    columns.push({
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (game) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {canSetStakes && game.gameType !== CARDS && (
            <Button tone="secondary" size="sm" aria-label={t("house.stakesOf", { name: game.displayName })} onClick={() => onStakes(game)}>
              {t("house.stakes")}
            </Button>
          )}
          {canSwitch && (
            <Button
              tone={isStopped(game) ? "secondary" : "danger"}
              size="sm"
              onClick={() => onSwitch({ name: game.displayName, isOpen: !isStopped(game), of: { gameCode: game.gameCode } })}
            >
              {t(isStopped(game) ? "games.openAgain" : "games.stop")}
            </Button>
          )}
        </span>
      ),
    });
  return columns;
}

function SwitchDialog({ name, isOpen, of, onDone }: Switch & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const setOpen = useSetOpen();
  const stateOf = (open: boolean) => t(open ? "games.open" : "games.stopped");
  const done = {
    onSuccess: () => {
      showToast(`${name}: ${stateOf(!isOpen)}`, "success");
      onDone();
    },
  };
  const verb = t(isOpen ? "games.stop" : "games.openAgain");
  return (
    <ChangeDialog
      title={`${verb}: ${name}`}
      changes={[{ label: name, before: stateOf(isOpen), after: stateOf(!isOpen) }]}
      warning={isOpen && t("games.stopWarning")}
      tone={isOpen ? "danger" : "primary"}
      {...asking(setOpen, { verb, hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setOpen.mutate({ ...of, isOpen: !isOpen, reason }, done)}
      onCancel={onDone}
    />
  );
}
