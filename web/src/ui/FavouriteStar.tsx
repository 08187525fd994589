import { Star } from "lucide-react";
import { cx } from "./cx.ts";

export interface FavouriteStarProps {
  /** "Add Mango Rush to favourites", or the words that take it away again. */
  label: string;
  isFavourite: boolean;
  onToggle: () => void;
  /** It stands on the page, not on a picture. */
  isBare?: boolean;
}

export function FavouriteStar({ label, isFavourite, onToggle, isBare = false }: FavouriteStarProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isFavourite}
      onClick={onToggle}
      className={cx("grid size-11 place-items-center active:scale-90", isBare ? "text-muted hover:text-text" : "text-white")}
    >
      <Star
        aria-hidden="true"
        className={cx("size-9 rounded-pill p-2.25 transition", !isBare && "bg-black/45 hover:bg-black/70", isFavourite && "fill-[#ffb627] text-[#ffb627]")}
      />
    </button>
  );
}
