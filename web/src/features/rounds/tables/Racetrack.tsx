import { callBets, colorOf, neighboursOf } from "@laro/engines/tables/wheel";
import { Minus, Plus } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { useT } from "../../../api/language.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { CallSpot, Felt } from "./Felt.tsx";
import { placeStyle } from "./RouletteFelt.tsx";
import { track } from "./racetrackLayout.ts";

const REACH_MAX = 9;
const REACH_FIRST = 2;
const calls = [
  { id: "tiers", place: { u: 1, v: 1, du: 4, dv: 2 } },
  { id: "orphelins", place: { u: 5, v: 1, du: 4, dv: 2 } },
  { id: "voisins", place: { u: 9, v: 1, du: 7, dv: 2 } },
] as const;
const names = { tiers: "Tiers du cylindre", orphelins: "Orphelins", voisins: "Voisins du zéro" } as const;
const paints = { green: "bg-[#12a552]", red: "bg-[#c9184a]", black: "bg-[#161a2c]" } as const;

/** Call bets: parts of the wheel, and a number with its neighbours. Each press lays chips on the felt and is no other kind of bet. */
export function Racetrack({ pocket }: { pocket: number | undefined }) {
  const t = useT();
  const [reach, setReach] = useState(REACH_FIRST);
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-150 gap-1.5">
      <div className="flex items-center justify-center gap-2 text-sm">
        <span className="text-muted">{t("rounds.tables.neighbours")}</span>
        <IconButton size="sm" label={t("rounds.tables.fewer")} aria-disabled={reach <= 1} onClick={() => setReach(Math.max(1, reach - 1))}>
          <Minus />
        </IconButton>
        <output className="figures w-6 text-center font-display font-bold">±{reach}</output>
        <IconButton size="sm" label={t("rounds.tables.more")} aria-disabled={reach >= REACH_MAX} onClick={() => setReach(Math.min(REACH_MAX, reach + 1))}>
          <Plus />
        </IconButton>
      </div>
      <div className="long-felt">
        <Felt
          label={t("rounds.tables.racetrack")}
          first="voisins"
          className="long-board overflow-hidden rounded-[1.4rem] border-2 border-[#ffe7ae]/55 bg-[#0a3f31]"
          style={{ "--long": 17, "--wide": 4 } as CSSProperties}
        >
          {track.map(({ pocket: number, place }) => {
            const spots = neighboursOf(number, reach).map(String);
            const label = t("rounds.tables.neighboursOf", { number, reach, chips: spots.length });
            return (
              <CallSpot key={number} id={`near${number}`} label={label} spots={spots} className="felt-cell !absolute p-px" style={placeStyle(place)}>
                <span
                  className={cx(
                    "figures grid size-full place-items-center rounded-xs text-xs font-bold text-white",
                    paints[colorOf(number)],
                    number === pocket && "ring-2 ring-[#ffd667] ring-inset",
                  )}
                >
                  {number}
                </span>
              </CallSpot>
            );
          })}
          {calls.map(({ id, place }) => (
            <CallSpot
              key={id}
              id={id}
              label={t("rounds.tables.callBet", { name: names[id], chips: callBets[id].length })}
              spots={callBets[id]}
              className="felt-cell !absolute border border-[#ffe7ae]/30"
              style={placeStyle(place)}
            >
              <span className="turned truncate font-display text-xs font-bold text-[#fff3d6] capitalize sm:text-sm">{id}</span>
            </CallSpot>
          ))}
        </Felt>
      </div>
    </div>
  );
}
