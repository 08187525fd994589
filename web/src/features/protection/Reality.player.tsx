import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Chip } from "../../ui/AmountField.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useProtection, useSetReality } from "./protection.api.ts";

/** How often the member wants to be told how long they have played. */
export function Reality() {
  const t = useT();
  const fault = useFault();
  const refusal = useRefusal();
  const mine = useProtection();
  const set = useSetReality();
  const choose = (everyMinutes: number) =>
    set.mutate(
      { everyMinutes },
      { onSuccess: () => showToast(t("protection.reality.saved"), "success"), onError: (error) => showToast(fault(error).text, "problem") },
    );
  return (
    <Panel title={t("protection.reality.title")} text={t("protection.reality.text")}>
      {mine.data === undefined && mine.error && <RefusedState {...refusal(mine)} />}
      {mine.isPending && <Skeleton className="h-9 w-full" />}
      {mine.data && (
        <div role="group" aria-label={t("protection.reality.title")} className="flex flex-wrap gap-2">
          {mine.data.reality.choices.map((minutes) => (
            <Chip key={minutes} selected={minutes === mine.data.reality.everyMinutes} disabled={set.isPending} onPress={() => choose(minutes)}>
              {t("protection.reality.every", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}
            </Chip>
          ))}
        </div>
      )}
    </Panel>
  );
}
