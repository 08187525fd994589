import { useT } from "../../api/language.ts";
import { Chip } from "../../ui/AmountField.tsx";
import { periodWords } from "./periodWords.ts";

/** The periods the pack offers, one press each. */
export function PeriodChoice({ periods, value, onChange }: { periods: readonly string[]; value: string | undefined; onChange: (period: string) => void }) {
  const t = useT();
  return (
    <div role="group" aria-label={t("protection.howLong")} className="grid gap-2">
      <p aria-hidden="true" className="text-sm font-medium">
        {t("protection.howLong")}
      </p>
      <div className="flex flex-wrap gap-2">
        {periods.map((period) => (
          <Chip key={period} selected={period === value} onPress={() => onChange(period)}>
            {periodWords(t, period)}
          </Chip>
        ))}
      </div>
    </div>
  );
}
