import { useState } from "react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { addDays, dayIn } from "../../ui/days.ts";
import { useNow } from "../../ui/DateTime.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useRun } from "./reconciliation.operator.api.ts";

export const MANILA = "Asia/Manila";

/** Runs a day and says what came of it. */
export function useRunDay(party?: string) {
  const t = useT();
  const faultOf = useFault();
  const { mutateAsync, isPending, variables } = useRun();
  const check = async (day: string): Promise<void> => {
    try {
      const { open, state } = await mutateAsync({ day, ...(party === undefined ? {} : { party }) });
      if (state === "missing") showToast(t("reconciliation.unreadToast"), "info");
      else showToast(t("reconciliation.ranToast", { count: open }), open === 0 ? "success" : "info");
    } catch (error) {
      showToast(faultOf(error).text, "problem");
    }
  };
  const run = (day: string): void => void check(day);
  return { run, running: isPending ? variables?.day : undefined };
}

/** Checks any day that is over. */
export function RunForm({ party }: { party?: string }) {
  const t = useT();
  const yesterday = addDays(dayIn(MANILA, useNow()), -1);
  const [day, setDay] = useState(yesterday);
  const { run, running } = useRunDay(party);
  return (
    <form
      className="flex flex-wrap items-end gap-3 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        run(day);
      }}
    >
      <div className="w-44 max-sm:flex-1">
        <TextField type="date" label={t("reconciliation.day")} required max={yesterday} value={day} onChange={(event) => setDay(event.target.value)} />
      </div>
      <Button type="submit" className="h-11" busy={running !== undefined} disabled={day === ""}>
        {t("reconciliation.run")}
      </Button>
    </form>
  );
}
