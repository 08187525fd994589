import type { PublicPicture } from "@laro/contract/core/pictures";
import type { MallItem } from "@laro/contract/points";
import type { ComponentType } from "react";

/** What the mall is handed by its page. */
export interface MallParts {
  /** Shows an item's picture. */
  picture: ComponentType<{ picture: PublicPicture; sizes: string; className?: string }>;
  /** Sets the payment password of a member who has none, or has forgotten it. */
  remedy: ComponentType<{ onDone: () => void }>;
  hasPaymentPassword: boolean;
}

/** How many of an item the member can still have; null where nobody counts. */
export function leftOf({ stock, perMember, mine }: Pick<MallItem, "stock" | "perMember" | "mine">): number | null {
  const counts = [stock, perMember === null ? null : perMember - mine].filter((count) => count !== null);
  return counts.length === 0 ? null : Math.max(0, Math.min(...counts));
}
