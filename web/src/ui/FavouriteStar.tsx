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
      className="grid size-11 place-items-center text-white active:scale-90"
    >
      <Star
        aria-hidden="true"
        className={cx("size-9 rounded-pill bg-black/45 p-2.25 transition hover:bg-black/70", isFavourite && "fill-[#ffb627] text-[#ffb627]")}
      />
    </button>
  );
}
