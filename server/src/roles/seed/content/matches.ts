import type { Shipped } from "./items.ts";

const HOUR_MS = 60 * 60_000;

/** Teams there are none of: who looks at the sandbox takes none of it for a real match. */
const planned = [
  { home: "Demo Reds", away: "Demo Blues", inHours: 6 },
  { home: "Demo Greens", away: "Demo Whites", inHours: 30 },
  { home: "Demo Golds", away: "Demo Reds", inHours: 3 * 24 },
  { home: "Demo Blues", away: "Demo Greens", inHours: 7 * 24 },
] as const;

/** Four hot matches of the sandbox, counted from the first start. */
export const demoMatches = (now: Date): readonly Shipped[] =>
  planned.map(({ home, away, inHours }, at) => ({
    code: `match.demo.${at + 1}`,
    detail: {
      kind: "match" as const,
      homeTeam: home,
      awayTeam: away,
      homePictureId: null,
      awayPictureId: null,
      matchTime: new Date(Math.floor(now.getTime() / HOUR_MS + inHours) * HOUR_MS).toISOString(),
      url: "/sports",
    },
    en: { title: `Demo league, match ${at + 1}` },
    tl: { title: `Demo league, laban ${at + 1}` },
  }));
