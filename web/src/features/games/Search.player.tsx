import { games } from "@laro/contract/games";
import { Search as Glass, X } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, useDeferredValue, useId, useMemo, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { categories, openCategories, useMenu } from "./games.api.ts";
import { type Found, type FoundGame, openSearch } from "./search.ts";
import { forgetSearches, keepSearch, useLastSearches } from "./searches.ts";

interface SearchProps {
  onPlay: (game: { nodeId: string }) => void;
  onClose: () => void;
}

/** All games by name, as one types; arrows choose, Enter plays. */
export function SearchDialog({ onPlay, onClose }: SearchProps) {
  const t = useT();
  const refusal = useRefusal();
  const listId = useId();
  const { language } = useSpeech();
  const index = useApiQuery(games.index, { language }, { isKept: true });
  const searcher = useMemo(() => index.data && openSearch(index.data), [index.data]);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [isEmpty, setEmpty] = useState(false);
  const asked = useDeferredValue(typed);
  const found = useMemo(() => searcher?.find(asked), [searcher, asked]);
  const chosen = found?.games[at];
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
    setEmpty(false);
  };
  const play = (game: FoundGame): void => {
    keepSearch(typed.trim());
    onClose();
    onPlay(game);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setEmpty(typed.trim() === "");
    if (chosen !== undefined) play(chosen);
  };
  const step = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const count = found?.games.length ?? 0;
    if (by === 0 || count === 0) return;
    event.preventDefault();
    setAt((at + by + count) % count);
  };
  return (
    <Dialog open size="md" title={t("games.search")} closeLabel={t("ui.close")} onClose={onClose}>
      <form noValidate role="search" onSubmit={submit} className="grid gap-4">
        <TextField
          data-autofocus
          type="search"
          role="combobox"
          aria-expanded={(found?.games.length ?? 0) > 0}
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}-${chosen.nodeId}`}
          label={t("games.searchField")}
          prefix={<Glass aria-hidden="true" className="size-4" />}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={64}
          error={isEmpty && t("games.searchEmpty")}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={step}
        />
        {index.data === undefined && index.error !== null && <RefusedState {...refusal(index)} />}
        {index.data === undefined && index.error === null && <Skeleton className="h-40 w-full" />}
        {index.data !== undefined && asked.trim() === "" && <LastSearches onChoose={type} />}
        {found && asked.trim() !== "" && <Results listId={listId} found={found} at={at} onPlay={play} onLeave={onClose} asked={asked.trim()} />}
      </form>
    </Dialog>
  );
}

function LastSearches({ onChoose }: { onChoose: (typed: string) => void }) {
  const t = useT();
  const last = useLastSearches();
  if (last.length === 0) return <p className="py-6 text-center text-sm text-muted">{t("games.searchHint")}</p>;
  return (
    <section aria-label={t("games.searchLast")} className="grid gap-2">
      <header className="flex items-center justify-between">
        <h3 className="text-sm font-semibold">{t("games.searchLast")}</h3>
        <Button type="button" tone="ghost" size="sm" icon={<X />} onClick={forgetSearches}>
          {t("games.searchForget")}
        </Button>
      </header>
      <ul className="flex flex-wrap gap-2">
        {last.map((typed) => (
          <li key={typed}>
            <Button type="button" tone="secondary" size="sm" onClick={() => onChoose(typed)}>
              {typed}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ResultsProps {
  listId: string;
  found: Found;
  at: number;
  asked: string;
  onPlay: (game: FoundGame) => void;
  onLeave: () => void;
}

function Results({ listId, found, at, asked, onPlay, onLeave }: ResultsProps) {
  const t = useT();
  const menu = useMenu();
  const kinds = openCategories(menu).filter(({ gameType }) => t("games.type", { type: gameType }).toLowerCase().includes(asked.toLowerCase()));
  const isNothing = found.games.length + found.vendors.length + kinds.length === 0;
  if (isNothing) return <EmptyState drawing="banca" text={t("games.searchNothing", { asked })} />;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-xs text-muted">
        {t(found.isClose ? "games.searchClose" : "games.searchCount", { count: found.games.length })}
      </p>
      {kinds.length + found.vendors.length > 0 && (
        <ul aria-label={t("games.searchPages")} className="flex flex-wrap gap-2">
          {kinds.map(({ path, gameType }) => (
            <PageChip key={path} to={path} onLeave={onLeave}>
              {t("games.type", { type: gameType })}
            </PageChip>
          ))}
          {found.vendors.map(({ code, name }) => (
            <PageChip key={code} to={`/provider?vassalage=${code}`} onLeave={onLeave}>
              {name}
            </PageChip>
          ))}
        </ul>
      )}
      <div id={listId} role="listbox" aria-label={t("games.search")} className="grid max-h-[55dvh] overflow-y-auto">
        {found.games.map((game, place) => (
          <button
            key={game.nodeId}
            id={`${listId}-${game.nodeId}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            ref={(row) => void (place === at && row?.scrollIntoView({ block: "nearest" }))}
            onClick={() => onPlay(game)}
            className={cx("flex items-center gap-3 rounded-sm p-2 text-start", place === at ? "bg-text/10" : "hover:bg-text/6")}
          >
            <span className="relative h-14 w-10.5 shrink-0 overflow-hidden rounded-sm bg-card">
              <LazyImage src={`/TCG_GAME_ICONS/${game.nodeId}.svg`} alt="" fallback={null} className="absolute inset-0 size-full object-cover" />
            </span>
            <span className="grid min-w-0">
              <span className="truncate font-semibold">{game.name}</span>
              <span className="truncate text-xs text-muted">
                {game.vendor} · {t("games.type", { type: categories.some(({ gameType }) => gameType === game.gameType) ? game.gameType : "BGS" })}
              </span>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

const PageChip = ({ to, onLeave, children }: { to: string; onLeave: () => void; children: string }) => (
  <li>
    <Anchor
      to={to}
      onClick={onLeave}
      className="flex h-9 items-center rounded-pill border border-line px-3.5 text-sm font-medium transition hover:border-muted hover:bg-text/6"
    >
      {children}
    </Anchor>
  </li>
);
