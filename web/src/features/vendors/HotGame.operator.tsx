import type { GameRow, Studio } from "@laro/contract/vendors";
import { useDeferredValue, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { cx } from "../../ui/cx.ts";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useGames, useSetHotGame } from "./vendors.operator.api.ts";
import { Cover } from "./vendorWords.operator.tsx";

const SHOWN_MAX = 11;

/** Picks a studio's hot game by looking at its covers, or takes the pick back. */
export function HotGameOperator({ studio: { vassalage, name, hotNodeId, hotName }, onDone }: { studio: Studio; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const setHot = useSetHotGame();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<GameRow | null>();
  const { data } = useGames({ vassalage, state: "open", name: useDeferredValue(text) });
  const found = data?.list.slice(0, SHOWN_MAX) ?? [];
  const isPicked = (game: GameRow) => (picked === undefined ? game.nodeId === hotNodeId : game.nodeId === picked?.nodeId);
  const none = t("vendors.noHot");
  const after = picked === undefined ? (hotName ?? none) : (picked?.displayName ?? none);
  const done = {
    onSuccess: () => {
      showToast(t("vendors.hotSaved", { name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("vendors.pickHotOf", { name })}
      changes={[{ label: t("vendors.hotGame"), before: hotName ?? none, after }]}
      isBlocked={picked === undefined || (picked?.nodeId ?? null) === hotNodeId}
      {...asking(setHot, { verb: t("settings.confirm"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setHot.mutate({ vassalage, nodeId: picked?.nodeId ?? null, reason }, done)}
      onCancel={onDone}
    >
      <TextField
        label={t("vendors.searchGame")}
        type="search"
        autoComplete="off"
        maxLength={64}
        value={text}
        onChange={(event) => setText(event.target.value)}
        data-autofocus
      />
      <div role="group" aria-label={t("vendors.hotGame")} className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        <button
          type="button"
          aria-pressed={picked === null || (picked === undefined && hotNodeId === null)}
          onClick={() => setPicked(null)}
          className="grid min-h-24 content-center rounded-sm border border-line p-1.5 text-center text-xs text-muted hover:border-muted aria-pressed:border-primary-text aria-pressed:text-text"
        >
          {none}
        </button>
        {found.map((game) => (
          <button
            key={game.nodeId}
            type="button"
            aria-pressed={isPicked(game)}
            onClick={() => setPicked(game)}
            className={cx(
              "grid content-start gap-1 rounded-sm border p-1 text-start text-xs",
              isPicked(game) ? "border-primary-text" : "border-transparent hover:border-muted",
            )}
          >
            <Cover src={game.iconUrl} className="aspect-3/4 w-full" />
            <span className="line-clamp-2">{game.displayName}</span>
          </button>
        ))}
      </div>
      {data && (
        <p role="status" className="text-xs text-muted">
          {t("vendors.foundGames", { count: data.total })}
        </p>
      )}
    </ChangeDialog>
  );
}
