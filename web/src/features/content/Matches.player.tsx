import type { HotMatch } from "@laro/contract/core/contentShown";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Rail } from "../../ui/Rail.tsx";

/** The matches the operator points at, three in view; arrows where there are more (CONST-11). */
export function Matches({ matches }: { matches: readonly HotMatch[] }) {
  const t = useT();
  return (
    <Rail title={t("content.matches")} width="thirds" labels={{ previous: t("content.matchesPrevious"), next: t("content.matchesNext") }}>
      {matches.map((match) => (
        <MatchCard key={match.id} match={match} />
      ))}
    </Rail>
  );
}

/** One match: what it is, who plays, and when. */
export function MatchCard({ match }: { match: HotMatch }) {
  const t = useT();
  const { title, homeTeam, awayTeam, homeTeamImageUrl, awayTeamImageUrl, matchTime, url } = match;
  return (
    <Anchor
      to={url}
      className="grid h-full content-between gap-4 rounded-md border border-line bg-raised p-4 transition-colors hover:border-primary-text sm:p-5"
    >
      <span className="line-clamp-2 text-sm font-semibold text-muted">{title}</span>
      <span className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <Team name={homeTeam} imageUrl={homeTeamImageUrl} side="home" />
        <span className="text-xs font-bold text-muted">{t("content.matchAgainst")}</span>
        <Team name={awayTeam} imageUrl={awayTeamImageUrl} side="away" />
      </span>
      <DateTime at={matchTime} className="text-center text-sm font-semibold" />
    </Anchor>
  );
}

type Side = "home" | "away";

function Team({ name, imageUrl, side }: { name: string; imageUrl: string; side: Side }) {
  return (
    <span className="grid min-w-0 justify-items-center gap-2 text-center">
      {imageUrl === "" ? (
        <Shield name={name} side={side} />
      ) : (
        <img src={imageUrl} alt="" width={56} height={56} loading="lazy" decoding="async" className="size-14 rounded-sm object-cover" />
      )}
      <span className="line-clamp-2 min-h-10 text-sm font-bold wrap-anywhere">{name}</span>
    </span>
  );
}

/** The first sign of each of the first two words. */
const initialsOf = (name: string): string =>
  name
    .split(" ")
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

/** Stands for a team without a picture. */
const Shield = ({ name, side }: { name: string; side: Side }) => (
  <svg viewBox="0 0 56 56" aria-hidden="true" className={`size-14 ${side === "home" ? "text-primary-text" : "text-info-text"}`}>
    <path d="M28 4 48 10v17c0 12-8 20-20 25C16 47 8 39 8 27V10Z" className="fill-current opacity-20" />
    <path d="M28 4 48 10v17c0 12-8 20-20 25C16 47 8 39 8 27V10Z" fill="none" stroke="currentColor" strokeWidth="2" />
    <text x="28" y="33" textAnchor="middle" className="fill-text text-base font-bold">
      {initialsOf(name)}
    </text>
  </svg>
);
