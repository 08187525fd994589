import { Button, type ButtonProps } from "../ui/Button.tsx";
import { useT } from "./language.ts";

/** A list that is read page by page. */
export interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

type MoreProps = Pages & Pick<ButtonProps, "tone" | "size" | "className">;

/** The button below a list; nothing once all of it stands there. */
export function More({ hasNextPage, isFetchingNextPage, fetchNextPage, tone = "secondary", size = "sm", className }: MoreProps) {
  const t = useT();
  return (
    hasNextPage && (
      <Button tone={tone} size={size} className={className} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t("ui.more")}
      </Button>
    )
  );
}
