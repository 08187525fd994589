import type { VendorCard } from "@laro/contract/games";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/Loading.tsx";
import { useLanes } from "./lanes.api.ts";
import { VendorMark } from "./VendorMenu.player.tsx";

/** The nine grounds a vendor's tile can have (GAME-20). */
const grounds = [
  "from-[#5a1140] to-[#1d0f3d]",
  "from-[#123a4a] to-[#0c1530]",
  "from-[#2d1a66] to-[#140c33]",
  "from-[#5a3410] to-[#2a1408]",
  "from-[#0f4a33] to-[#08231c]",
  "from-[#6a1a1a] to-[#2c0b16]",
  "from-[#1a3a7a] to-[#0b1738]",
  "from-[#4a1760] to-[#1e0a2c]",
  "from-[#3b4a12] to-[#171f08]",
] as const;

/** GAME-20: the style of a vendor's tile is its nodeId modulo 9 plus 1. */
const vendorStyleOf = (nodeId: number): number => (nodeId % grounds.length) + 1;
const SKELETONS = 12;
const grid = "grid grid-cols-2 gap-3 min-[480px]:grid-cols-3 md:grid-cols-4 lg:gap-4 xl:grid-cols-6";

/** A vendor with its mark, and the way to its games. */
export function VendorTile({ card: { vassalage, name, nodeId, simulated, games: count } }: { card: VendorCard }) {
  const t = useT();
  const style = vendorStyleOf(Number(nodeId));
  return (
    <Anchor
      to={`/provider?vassalage=${vassalage}`}
      data-style={style}
      aria-label={`${t("games.vendorGames", { name, count })}${simulated ? `, ${t("games.testVendor")}` : ""}`}
      className={cx("grid min-h-28 content-between gap-3 rounded-md bg-linear-to-br p-4 text-white transition hover:brightness-125", grounds[style - 1])}
    >
      <VendorMark code={vassalage} className="h-10 w-24 [&_img]:object-left" />
      <span className="flex items-end justify-between gap-2">
        <span className="min-w-0 truncate text-sm font-bold">{name}</span>
        <span className="figures text-xs">{count}</span>
      </span>
    </Anchor>
  );
}

/** Each vendor once, in the operator's order, with all its games counted; undefined while they are not known. */
export function useVendorCards(): readonly VendorCard[] | undefined {
  const { lanes, error } = useLanes();
  if (lanes === undefined) return error === null ? undefined : [];
  const lots = Map.groupBy(
    lanes.flatMap(({ cards }) => Object.values(cards)),
    ({ vassalage }) => vassalage,
  );
  return [...lots.values()].map((own) => ({ ...own[0]!, games: own.reduce((sum, { games }) => sum + games, 0) }));
}

/** Everyone who brings games, each with a way to theirs (ROUTE-26). */
export function VendorTiles() {
  const t = useT();
  const cards = useVendorCards();
  if (cards === undefined) return <Waiting />;
  return (
    <ul aria-label={t("games.type", { type: "PROVIDER" })} className={grid}>
      {cards.map((card) => (
        <li key={card.vassalage} className="grid">
          <VendorTile card={card} />
        </li>
      ))}
    </ul>
  );
}

const Waiting = () => (
  <div className={grid}>
    {Array.from({ length: SKELETONS }, (_, at) => (
      <Skeleton key={at} className="min-h-28 rounded-md" />
    ))}
  </div>
);
