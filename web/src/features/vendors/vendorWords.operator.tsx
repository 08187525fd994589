import type { GameRow, Vendor, VendorState } from "@laro/contract/vendors";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { cx } from "../../ui/cx.ts";
import { LazyImage } from "../../ui/LazyImage.tsx";

const vendorTones = { off: "neutral", test: "info", live: "win", paused: "accent" } as const satisfies Record<VendorState, BadgeTone>;

export function VendorStateBadge({ state }: { state: VendorState }) {
  const t = useT();
  return <Badge tone={vendorTones[state]}>{t("vendors.state", { state })}</Badge>;
}

/** How a game stands: what an officer said of it, and where lobbies show it, what they show. */
export function GameStateBadge({ game: { state, standing } }: { game: Pick<GameRow, "state" | "standing"> }) {
  const t = useT();
  if (state !== "open") return <Badge tone={state === "hidden" ? "accent" : "neutral"}>{t("vendors.gameState", { state })}</Badge>;
  if (standing === null) return <Badge>{t("vendors.vendorOff")}</Badge>;
  return <Badge tone={standing === "open" ? "win" : "primary"}>{t("vendors.standing", { state: standing })}</Badge>;
}

const NO_PICTURE = <span aria-hidden="true" className="absolute inset-0 bg-text/8" />;

/** A game's cover, small; a plain one where lobbies do not show it. */
export function Cover({ src, className }: { src: string | null; className?: string }) {
  return (
    <span className={cx("relative block shrink-0 overflow-hidden rounded-sm bg-field", className ?? "h-12 w-9")}>
      {src === null ? NO_PICTURE : <LazyImage src={src} alt="" fallback={NO_PICTURE} className="absolute inset-0 size-full object-cover" />}
    </span>
  );
}

/** The drawn mark of a vendor or of one of its studios, while lobbies know the vendor. */
export function VendorMark({ vendor, code = vendor.vendorCode }: { vendor: Pick<Vendor, "vendorCode" | "state" | "games" | "hidden">; code?: string }) {
  const isShown = vendor.state !== "off" && vendor.games > vendor.hidden;
  return (
    <span className={cx("relative block h-9 w-18 shrink-0 overflow-hidden rounded-sm", !isShown && "bg-field")}>
      {isShown && <LazyImage src={`/TCG_GAME_ICONS/vendors/${code}.svg`} alt="" fallback={NO_PICTURE} className="absolute inset-0 size-full object-contain" />}
    </span>
  );
}
