import type { DragonTigerResult } from "@laro/contract/core/plays/tables";
import { rankOf } from "@laro/engines/tables/shoe";
import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";

const dragonHead = (
  <>
    <path d="M34 30C22 24 17 13 21 2c10 10 13 14 23 17ZM66 30c12-6 17-17 13-28-10 10-13 14-23 17Z" fill="#ffb627" />
    <path
      d="M26 44C14 40 7 31 5 20c11 3 20 7 26 14ZM74 44c12-4 19-13 21-24-11 3-20 7-26 14ZM24 57C13 57 6 52 2 43c11-1 19 1 25 6ZM76 57c11 0 18-5 22-14-11-1-19 1-25 6Z"
      fill="#1272c4"
    />
    <path d="M50 17c19 0 28 12 26 29-1 10-6 17-7 26-1 12-8 21-19 21s-18-9-19-21c-1-9-6-16-7-26-2-17 7-29 26-29Z" fill="#38a3f5" />
    <path d="M30 40c7-5 15-3 19 6-8 2-14 0-19-6ZM70 40c-7-5-15-3-19 6 8 2 14 0 19-6Z" fill="#fff7c8" />
    <circle cx="41" cy="43" r="2.6" fill="#0a0e1a" />
    <circle cx="59" cy="43" r="2.6" fill="#0a0e1a" />
    <path d="M36 65c6-8 22-8 28 0 2 7-5 12-14 12s-16-5-14-12Z" fill="#8fd0ff" />
    <circle cx="44" cy="66" r="2.4" fill="#0b2f5a" />
    <circle cx="56" cy="66" r="2.4" fill="#0b2f5a" />
    <path d="M37 78c8 4 18 4 26 0-2 8-7 11-13 11s-11-3-13-11Z" fill="#0b2f5a" />
    <path d="M35 70c-11-2-18 9-17 21M65 70c11-2 18 9 17 21" fill="none" stroke="#ffb627" strokeWidth="3" strokeLinecap="round" />
  </>
);

const tigerHead = (
  <>
    <circle cx="22" cy="26" r="13" fill="#f98a12" />
    <circle cx="78" cy="26" r="13" fill="#f98a12" />
    <circle cx="23" cy="27" r="6" fill="#ffd9c2" />
    <circle cx="77" cy="27" r="6" fill="#ffd9c2" />
    <path d="M50 10c27 0 41 18 41 41 0 8 4 13 6 17-8 1-12 4-17 10-8 9-18 13-30 13s-22-4-30-13c-5-6-9-9-17-10 2-4 6-9 6-17 0-23 14-41 41-41Z" fill="#f98a12" />
    <path d="M50 60c-12-4-24 2-24 13 0 10 12 16 24 16s24-6 24-16c0-11-12-17-24-13Z" fill="#fff" />
    <path
      d="M12 48c7 0 13 2 17 7-7 0-13-1-18-1ZM88 48c-7 0-13 2-17 7 7 0 13-1 18-1ZM47 12h6l-3 18ZM40 25h20l-3 4H43ZM34 15c3 5 4 9 4 15-4-4-7-8-9-13ZM66 15c-3 5-4 9-4 15 4-4 7-8 9-13Z"
      fill="#2a1208"
    />
    <path d="M25 48c2-9 15-11 19-1-3 7-15 8-19 1ZM75 48c-2-9-15-11-19-1 3 7 15 8 19 1Z" fill="#fff" />
    <circle cx="35" cy="48" r="4.4" fill="#2fa52f" />
    <circle cx="65" cy="48" r="4.4" fill="#2fa52f" />
    <circle cx="35" cy="48" r="2.2" fill="#0a0e1a" />
    <circle cx="65" cy="48" r="2.2" fill="#0a0e1a" />
    <path d="M42 58h16c0 6-5 9-8 10-3-1-8-4-8-10Z" fill="#f0436a" />
    <path d="M50 68v6c-3 5-9 5-13 2M50 74c3 5 9 5 13 2" fill="none" stroke="#5c1a10" strokeWidth="2.6" strokeLinecap="round" />
  </>
);

const looks = {
  dragon: { head: dragonHead, frame: "border-[#38a3f5]/60 bg-[#0f3d7a]/45", title: "text-[#9fd3ff]", lit: "ring-4 ring-[#38a3f5]" },
  tiger: { head: tigerHead, frame: "border-[#f0436a]/60 bg-[#6b0f2c]/45", title: "text-[#ffb3c3]", lit: "ring-4 ring-[#f0436a]" },
} as const;

/** A card each, face down until its turn. */
export function Duel({ result, dealt, isDone = true }: { result: DragonTigerResult | undefined; dealt: number; isDone?: boolean }) {
  const lead = result === undefined || !isDone ? 0 : rankOf(result.dragon) - rankOf(result.tiger);
  return (
    <div className="flex w-full max-w-160 items-stretch justify-center gap-2 sm:gap-6">
      <Side side="dragon" isWinner={lead > 0}>
        <Turned card={result?.dragon} isOpen={dealt > 0} />
      </Side>
      <Side side="tiger" isWinner={lead < 0}>
        <Turned card={result?.tiger} isOpen={dealt > 1} />
      </Side>
    </div>
  );
}

const CARD = "w-15 sm:w-22";

function Turned({ card, isOpen }: { card: number | undefined; isOpen: boolean }) {
  if (card === undefined || !isOpen) return <PlayingCard card={0} faceDown className={cx(CARD, card === undefined && "opacity-40")} />;
  return (
    <span className="card-dealt">
      <PlayingCard card={card} className={CARD} />
    </span>
  );
}

function Side({ side, isWinner, children }: { side: "dragon" | "tiger"; isWinner: boolean; children: ReactNode }) {
  const t = useT();
  const { head, frame, title, lit } = looks[side];
  return (
    <div
      className={cx(
        "flex w-full max-w-72 min-w-0 items-center justify-center gap-3 rounded-md border p-2 transition-shadow sm:gap-5 sm:p-4",
        frame,
        isWinner && lit,
      )}
    >
      <span className="grid justify-items-center gap-1">
        <svg viewBox="0 0 100 100" aria-hidden="true" className="size-14 sm:size-20">
          {head}
        </svg>
        <span className={cx("font-display font-extrabold", title)}>{t("rounds.tables.duelSpot", { spot: side })}</span>
      </span>
      {children}
    </div>
  );
}
