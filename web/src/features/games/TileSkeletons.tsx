import { useT } from "../../api/language.ts";
import { Skeleton } from "../../ui/Loading.tsx";

const SKELETONS = 6;
/** How tiles stand side by side. */
export const tileGrid = "grid grid-cols-2 gap-3 min-[480px]:grid-cols-3 md:grid-cols-4 lg:gap-4 xl:grid-cols-6 2xl:grid-cols-7";

/** Stands where tiles will be, in their very shape. */
export function TileSkeletons() {
  const t = useT();
  return (
    <div role="status" aria-label={t("ui.loading")} className={tileGrid}>
      {Array.from({ length: SKELETONS }, (_, at) => (
        <Skeleton key={at} className="aspect-3/4 rounded-md" />
      ))}
    </div>
  );
}
