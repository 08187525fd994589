import { Star } from "lucide-react";
import { cx } from "./cx.ts";

export interface FavouriteStarProps {
  /** "Add Mango Rush to favourites", or the words that take it away again. */
  label: string;
  isFavourite: boolean;
  onToggle: () => void;
}

export function FavouriteStar({ label, isFavourite, onToggle }: FavouriteStarProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isFavourite}
      onClick={onToggle}
      className="grid size-9 place-items-center rounded-pill bg-black/45 text-white transition hover:bg-black/70 active:scale-90"
    >
      <Star aria-hidden="true" className={cx("size-4.5", isFavourite && "fill-[#ffb627] text-[#ffb627]")} />
    </button>
  );
}
