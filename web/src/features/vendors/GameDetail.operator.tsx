import type { GameRow } from "@laro/contract/vendors";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { GameEditOperator } from "./GameEdit.operator.tsx";
import { useChanges, type VendorRights } from "./vendors.operator.api.ts";
import { Cover, GameStateBadge } from "./vendorWords.operator.tsx";
import { WindowDialogOperator } from "./WindowDialog.operator.tsx";

const HOUSE = "BGS";

/** One game from every side, what officers changed of it, and the ways to change it. */
export function GameDetailOperator({ game, rights, onClose }: { game: GameRow; rights: VendorRights; onClose: () => void }) {
  const t = useT();
  const [act, setAct] = useState<"edit" | "window">();
  if (act === "edit") return <GameEditOperator game={game} onDone={() => setAct(undefined)} />;
  if (act === "window") return <WindowDialogOperator game={game} onDone={() => setAct(undefined)} />;
  const facts = [
    [t("vendors.vendor"), game.vendorCode === game.vassalage ? game.vendorCode : `${game.vendorCode} · ${game.vassalage}`],
    [t("games.code"), game.gameCode],
    [t("vendors.type"), t("games.type", { type: game.gameType })],
    [t("vendors.rtp"), game.rtp === null ? "–" : `${game.rtp}%`],
    [t("vendors.popularity"), game.popularity ?? t("vendors.unranked")],
    [t("vendors.words"), game.words || "–"],
    ...Object.entries(game.names).map(([language, name]) => [t("vendors.nameIn", { language }), name]),
  ];
  const footer = (
    <>
      {rights.canSetWindows && game.vassalage !== HOUSE && (
        <Button tone="secondary" onClick={() => setAct("window")}>
          {t("vendors.announce")}
        </Button>
      )}
      {rights.canSetGame && game.state !== "gone" && <Button onClick={() => setAct("edit")}>{t("settings.change")}</Button>}
    </>
  );
  const mayAct = (rights.canSetWindows && game.vassalage !== HOUSE) || (rights.canSetGame && game.state !== "gone");
  return (
    <Dialog open title={game.displayName} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={mayAct ? footer : undefined}>
      <div className="grid gap-5">
        <div className="flex gap-4">
          <Cover src={game.iconUrl} className="h-40 w-30" />
          <div className="grid min-w-0 flex-1 content-start gap-3">
            <span className="flex flex-wrap gap-2">
              <GameStateBadge game={game} />
              {game.isPicked && <Badge tone="accent">{t("games.hot")}</Badge>}
            </span>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
              {facts.map(([label, fact]) => (
                <div key={label} className="contents">
                  <dt className="text-muted">{label}</dt>
                  <dd className="min-w-0 break-words">{fact}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        <Changes nodeId={game.nodeId} />
      </div>
    </Dialog>
  );
}

function Changes({ nodeId }: { nodeId: string }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useChanges(nodeId);
  const { rows } = asked;
  const face = faceOf(asked, rows.length);
  const nameOf = (field: string) =>
    field.startsWith("name.") ? t("vendors.nameIn", { language: field.slice("name.".length) }) : t("vendors.field", { field });
  const said = (field: string, value: string) => (field === "state" ? t("vendors.gameState", { state: value }) : value || "–");
  return (
    <section aria-labelledby="changes" className="grid gap-2">
      <h3 id="changes" className="text-sm font-semibold">
        {t("vendors.changes")}
      </h3>
      {face === "loading" && <Skeleton className="h-16" />}
      {face === "refused" && <RefusedState {...refusal(asked)} />}
      {face === "empty" && <p className="text-sm text-muted">{t("vendors.noChanges")}</p>}
      {face === "ready" && (
        <ol className="grid gap-2">
          {rows.map(({ id, field, before, after, by, reason, at }) => (
            <li key={id} className="grid gap-1 rounded-sm border border-line px-3 py-2 text-sm">
              <span>
                <b className="font-semibold">{nameOf(field)}</b>: <span className="text-muted line-through decoration-from-font">{said(field, before)}</span>{" "}
                <span>{said(field, after)}</span>
              </span>
              <span className="text-xs text-muted">
                {by} · <DateTime at={at} /> · {reason}
              </span>
            </li>
          ))}
        </ol>
      )}
      <More {...asked} label={t("ui.more")} className="justify-self-start" />
    </section>
  );
}
