import { groupThousands } from "./Money.tsx";

/** How many there are, its thousands apart as an amount's are; a dash where nobody knows. */
export const Count = ({ of }: { of: number | string | null | undefined }) => (
  <span className="figures">{of === null || of === undefined ? "–" : groupThousands(String(of))}</span>
);
