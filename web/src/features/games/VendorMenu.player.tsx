import type { VendorCard } from "@laro/contract/games";
import { useEffect, useId, useRef, useState } from "react";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { cx } from "../../ui/cx.ts";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { useLanes } from "./lanes.api.ts";

/** From one more on the menu is a large one (LAYOUT-29, CONST-54). */
const NORMAL_MAX = 10;
const SKELETONS = 5;
/** A wide one is as wide as it needs; a narrow one stands beside the side menu. */
const columns = { normal: "grid-cols-5", large: "grid-cols-6" } as const;

export interface VendorMenuProps {
  gameType: string;
  /** The page of the type. */
  path: string;
  /** Opened by a key: the focus goes in. */
  autoFocus: boolean;
  onPick: () => void;
}

/** A vendor's slots are a page narrowed to them (GAME-04); its games of any other type open as a list over their page (GAME-05). */
const opensList = (gameType: string): boolean => gameType !== "RNG";

/** Who brings games of a type, each with a way to theirs (LAYOUT-28). */
export function VendorMenu({ gameType, path, autoFocus, onPick }: VendorMenuProps) {
  const t = useT();
  const { lanes } = useLanes();
  const [wanted, setWanted] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const cards = Object.values(lanes?.find(({ title }) => title === gameType)?.cards ?? {});
  const size = cards.length > NORMAL_MAX ? "large" : "normal";
  const shown = cards.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const isReady = lanes !== undefined;
  useEffect(() => {
    if (autoFocus && isReady) root.current?.querySelector<HTMLElement>("a, input")?.focus();
  }, [autoFocus, isReady]);
  return (
    <div ref={root} role="group" aria-label={t("games.vendorsOf", { type: gameType })} data-size={size} className="mx-auto grid max-w-360 gap-4">
      {size === "large" && <Narrow value={wanted} onChange={setWanted} count={shown.length} />}
      {!isReady && <Waiting />}
      {isReady && shown.length === 0 && <p className="py-6 text-center text-sm text-muted">{t("games.noVendors")}</p>}
      <ul className={cx("grid gap-2", columns[size])}>
        {shown.map((card) => (
          <li key={card.vassalage}>
            <Card card={card} to={`${path}?${opensList(gameType) ? "list" : "vassalage"}=${card.vassalage}`} onPick={onPick} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Narrow({ value, onChange, count }: { value: string; onChange: (value: string) => void; count: number }) {
  const t = useT();
  const id = useId();
  return (
    <p className="flex items-center gap-3">
      <label htmlFor={id} className="sr-only">
        {t("games.narrowVendors")}
      </label>
      <input
        id={id}
        type="search"
        value={value}
        placeholder={t("games.narrowVendors")}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 w-72 rounded-sm border border-line bg-card px-3 text-sm text-text placeholder:text-muted"
      />
      <span aria-live="polite" className="figures text-sm text-muted">
        {t("games.vendorCount", { count })}
      </span>
    </p>
  );
}

const Waiting = () => (
  <div role="status" aria-label={useT()("ui.loading")} className="grid grid-cols-5 gap-2">
    {Array.from({ length: SKELETONS }, (_, at) => (
      <Skeleton key={at} className="h-17 rounded-sm" />
    ))}
  </div>
);

function Card({ card: { vassalage, name, games, simulated, state }, to, onPick }: { card: VendorCard; to: string; onPick: () => void }) {
  const t = useT();
  return (
    <Anchor
      to={to}
      onClick={onPick}
      className={cx(
        "flex h-17 items-center gap-3 rounded-sm border border-line bg-card px-3 transition hover:border-muted",
        state !== "open" && "[&_img]:grayscale",
      )}
    >
      <VendorMark code={vassalage} className="size-11" />
      <span className="grid min-w-0 flex-1">
        <b className="truncate text-sm font-semibold">{name}</b>
        <span className="figures truncate text-xs text-muted">
          {state === "open" ? t("games.count", { count: games }) : t("games.listState", { state })}
          {simulated && ` · ${t("games.test")}`}
        </span>
      </span>
    </Anchor>
  );
}

/** The drawn lettering of a vendor. */
export const VendorMark = ({ code, className }: { code: string; className?: string | undefined }) => (
  <span className={cx("relative block shrink-0", className)}>
    <LazyImage src={`/TCG_GAME_ICONS/vendors/${code}.svg`} alt="" fallback={null} className="size-full rounded-sm object-contain" />
  </span>
);

/** The same on telephones, on the page of the type: a row that snaps. */
export function VendorChips({ gameType, path, selected }: { gameType: string; path: string; selected: string | null }) {
  const t = useT();
  const cards = Object.values(useLanes().lanes?.find(({ title }) => title === gameType)?.cards ?? {});
  if (cards.length < 2) return null;
  return (
    <ul aria-label={t("games.vendorsOf", { type: gameType })} className="no-bar -mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 lg:hidden">
      {cards.map(({ vassalage, name }) => (
        <li key={vassalage} className="shrink-0 snap-start">
          <Anchor
            to={vassalage === selected ? path : `${path.split("?")[0]}?vassalage=${vassalage}`}
            aria-current={vassalage === selected ? "true" : undefined}
            className={cx(
              "flex h-11 items-center gap-2 rounded-pill border ps-1.5 pe-4 text-sm font-medium",
              vassalage === selected ? "border-primary bg-primary/14 text-text" : "border-line bg-card text-muted",
            )}
          >
            <VendorMark code={vassalage} className="size-8" />
            {name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
