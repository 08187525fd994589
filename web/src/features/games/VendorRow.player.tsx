import { ROW_MAX } from "@laro/contract/core/firstInputs";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Rail } from "../../ui/Rail.tsx";
import { useVendorCards, VendorTile } from "./VendorTiles.player.tsx";

/** Who brings the games, as a row of home. */
export function VendorRow() {
  const t = useT();
  const cards = useVendorCards() ?? [];
  const title = t("games.type", { type: "PROVIDER" });
  if (cards.length === 0) return null;
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
      {cards.slice(0, ROW_MAX).map((card) => (
        <VendorTile key={card.vassalage} card={card} />
      ))}
    </Rail>
  );
}
