import type { UseMutationResult } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";

/** A setting that is one whole number, in words. */
interface Figure {
  heading: string;
  name: string;
  text: string;
  verb: string;
  field: string;
  range: string;
  minimum: number;
  maximum: number;
  now: number;
  say: (figure: number) => string;
}

interface FigureCardProps<Input> {
  figure: Figure;
  disabled: boolean;
  change: UseMutationResult<unknown, Error, Input>;
  inputOf: (figure: number, reason: string) => Input;
}

/** Shows such a setting, and changes it with a reason. */
export function FigureCardOperator<Input>({ figure, disabled, ...changing }: FigureCardProps<Input>) {
  const t = useT();
  const id = useId();
  const [isChanging, setChanging] = useState(false);
  const { heading, name, text, verb, now, say } = figure;
  return (
    <section aria-labelledby={id} className="overflow-clip rounded-md border border-line bg-card">
      <h2 id={id} className="border-b border-line bg-raised px-4 py-3 text-base font-bold">
        {heading}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 py-3">
        <div className="grid min-w-0">
          <span className="text-sm font-medium">{name}</span>
          <span className="text-xs text-muted">{text}</span>
        </div>
        <div className="flex items-center gap-3">
          <span className="figures text-sm font-semibold">{say(now)}</span>
          <Button size="sm" tone="secondary" aria-label={verb} disabled={disabled} onClick={() => setChanging(true)}>
            {t("settings.change")}
          </Button>
        </div>
      </div>
      {isChanging && <FigureDialog figure={figure} {...changing} onDone={() => setChanging(false)} />}
    </section>
  );
}

function FigureDialog<Input>({ figure, change, inputOf, onDone }: Omit<FigureCardProps<Input>, "disabled"> & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const { name, verb, field, range, minimum, maximum, now, say } = figure;
  const [typed, setTyped] = useState(String(now));
  const wanted = Number(typed);
  const isInside = wanted >= minimum && wanted <= maximum;
  const done = {
    onSuccess: () => {
      showToast(t("settings.changed", { name, state: say(wanted) }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={verb}
      changes={[{ label: name, before: say(now), after: isInside ? say(wanted) : "–" }]}
      isBlocked={!isInside || wanted === now}
      {...asking(change, { verb: t("settings.confirm"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => change.mutate(inputOf(wanted, reason), done)}
      onCancel={onDone}
    >
      <TextField
        label={field}
        hint={range}
        error={typed !== "" && !isInside ? range : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 4))}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </ChangeDialog>
  );
}
