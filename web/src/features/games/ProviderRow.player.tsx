import type { VendorCard } from "@laro/contract/games";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { cx } from "../../ui/cx.ts";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { Rail } from "../../ui/Rail.tsx";
import { useLanes } from "./lanes.api.ts";

/** GAME-20: the background of a provider's tile is its nodeId modulo 9 plus 1. */
const nights = [
  "from-[#5b1a6b] to-[#1d0f3d]",
  "from-[#0f5a66] to-[#0b2340]",
  "from-[#7a2d12] to-[#2c0f18]",
  "from-[#155c3a] to-[#0a2a2b]",
  "from-[#7a1444] to-[#2a0d2f]",
  "from-[#2a3a8c] to-[#101a3d]",
  "from-[#7a5a10] to-[#2d1d0c]",
  "from-[#3d1a7a] to-[#150f3a]",
  "from-[#0f4a7a] to-[#0c1d3a]",
] as const;
const styleOf = (nodeId: string): number => (Number(nodeId) % nights.length) + 1;

/** A provider with its mark, to the page of its games. */
export function ProviderTile({ card: { vassalage, vendorCode, name, nodeId, simulated, games } }: { card: VendorCard }) {
  const t = useT();
  const style = styleOf(nodeId);
  return (
    <Anchor
      to={`/provider?vassalage=${vassalage}`}
      data-style={style}
      className={cx(
        "relative isolate flex aspect-5/3 flex-col justify-end overflow-hidden rounded-md bg-linear-to-br p-3 text-white transition hover:-translate-y-1",
        nights[style - 1],
      )}
    >
      <LazyImage
        src={`/TCG_GAME_ICONS/vendors/${vendorCode}.svg`}
        alt=""
        fallback={<span className="absolute inset-x-2 top-3 truncate text-center font-display text-lg font-extrabold">{name}</span>}
        className="absolute inset-x-3 top-2 -z-10 mx-auto h-[55%] max-w-[80%] object-contain"
      />
      <span className="truncate text-sm font-semibold">{name}</span>
      <span className="truncate text-xs text-white/85">
        {t("games.count", { count: games })}
        {simulated && ` · ${t("games.testVendor")}`}
      </span>
    </Anchor>
  );
}

/** Each provider once, in the operator's order, with all its games counted. */
export function useProviders(): readonly VendorCard[] {
  const { lanes = [] } = useLanes();
  const cards = lanes.flatMap((lane) => Object.values(lane.cards));
  const providers = Map.groupBy(cards, ({ vassalage }) => vassalage);
  return [...providers.values()].map((own) => ({ ...own[0]!, games: own.reduce((sum, { games }) => sum + games, 0) }));
}

export function ProviderRow({ title }: { title: string }) {
  const t = useT();
  const providers = useProviders();
  if (providers.length === 0) return null;
  return (
    <Rail
      title={title}
      more={
        <Anchor to="/provider" aria-label={`${t("games.seeAll")}: ${title}`}>
          {t("games.seeAll")}
        </Anchor>
      }
      labels={{ previous: t("games.previous"), next: t("games.next") }}
    >
      {providers.map((card) => (
        <ProviderTile key={card.vassalage} card={card} />
      ))}
    </Rail>
  );
}
