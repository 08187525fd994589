import type { Game } from "@laro/contract/games";
import { Info } from "lucide-react";
import { type ReactNode, Suspense, useRef } from "react";
import { useSearchParams } from "wouter";
import { area } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { CardCornerProvider } from "../../features/games/GameCard.tsx";
import { glide } from "./glide.ts";
import { useStar } from "./star.tsx";

const GameInfoDialog = area("info", () => import("./GameInfo.tsx").then((file) => file.GameInfoDialog));

/** The part of an address that names the game whose sheet is open. */
const INFO = "info";
const CODE = /^[\w-]{1,32}$/;

/** Each card below has a star and an (i); the sheet the (i) opens is an entry of the history, so that back closes it. */
export function CardCorners({ children }: { children: ReactNode }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const star = useStar();
  const isPushed = useRef(false);
  const code = query.get(INFO) ?? "";
  const open = ({ nodeId }: Game): void => {
    isPushed.current = true;
    glide(() => setQuery((current) => withInfo(current, nodeId)));
  };
  const close = (): void => {
    if (isPushed.current) history.back();
    else setQuery((current) => withInfo(current, undefined), { replace: true });
    isPushed.current = false;
  };
  const corner = (game: Game) => (
    <span className="flex flex-col">
      {star(game)}
      <button
        type="button"
        aria-label={t("games.infoOf", { game: game.displayName })}
        aria-haspopup="dialog"
        onPointerDown={() => void GameInfoDialog.preload()}
        onClick={() => open(game)}
        className="grid size-11 place-items-center text-white"
      >
        <Info aria-hidden="true" className="size-9 rounded-pill bg-black/45 p-2.5 transition hover:bg-black/70" />
      </button>
    </span>
  );
  return (
    <CardCornerProvider value={corner}>
      {children}
      <Suspense fallback={null}>{CODE.test(code) && <GameInfoDialog key={code} code={code} onClose={close} />}</Suspense>
    </CardCornerProvider>
  );
}

function withInfo(query: URLSearchParams, code: string | undefined): URLSearchParams {
  if (code === undefined) query.delete(INFO);
  else query.set(INFO, code);
  return query;
}
