import { useT } from "../../api/language.ts";
import { Money } from "../../ui/Money.tsx";
import { useRewards } from "./bonuses.api.ts";

/** Says where money is taken out that the bonus that runs stays, and how much of it is left to stake; nothing where none runs. */
export function BonusStays() {
  const t = useT();
  const { data } = useRewards();
  const bonus = data && [...data.claimable, ...data.running].find(({ state }) => state === "active");
  if (bonus === undefined) return null;
  return (
    <p className="rounded-md border border-line bg-card px-4 py-3 text-sm">
      {t("bonuses.stays")} <Money minor={bonus.left} className="font-semibold" /> {t("bonuses.stays.left")}
    </p>
  );
}
