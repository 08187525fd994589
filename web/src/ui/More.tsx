import { Button, type ButtonProps } from "./Button.tsx";

/** A list that is read page by page. */
export interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface MoreProps extends Pages, Pick<ButtonProps, "tone" | "size" | "className"> {
  readonly label: string;
}

/** The button below a list; nothing once all of it stands there. */
export function More({ hasNextPage, isFetchingNextPage, fetchNextPage, label, tone = "secondary", size = "sm", className }: MoreProps) {
  return (
    hasNextPage && (
      <Button tone={tone} size={size} className={className} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    )
  );
}
