import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { type VipLabel, vipLabels, type VipLevel } from "@laro/contract/vip";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useProposeLevels } from "./vip.operator.api.ts";
import { useLevelChanges } from "./vipChanges.operator.ts";

interface Typed {
  readonly label: VipLabel;
  readonly valid: string;
  /** In percent. */
  readonly bonus: string;
  readonly most: string;
}

const typedOf = ({ label, valid, bonusBps, weekMax }: VipLevel): Typed => ({
  label,
  valid: formatAmount(valid),
  bonus: formatAmount(BigInt(bonusBps)),
  most: weekMax === null ? "" : formatAmount(weekMax),
});

/** The level as it is typed; undefined where a figure is none. A share of 5.00 % is 500 hundredths. */
function levelOf(level: number, { label, valid, bonus, most }: Typed): VipLevel | undefined {
  const [reached, share, weekMax] = [parseAmount(valid), parseAmount(bonus), most === "" ? null : parseAmount(most)];
  if (reached === undefined || share === undefined || weekMax === undefined || share > 10_000n) return undefined;
  return { level, label, valid: reached, bonusBps: Number(share), weekMax };
}

/** Another table, level by level; it waits for another officer. */
export function VipLevelsForm({ levels, onDone }: { levels: readonly VipLevel[]; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const propose = useProposeLevels();
  const changesOf = useLevelChanges();
  const [typed, setTyped] = useState(() => levels.map(typedOf));
  const wanted = typed.map((one, level) => levelOf(level, one));
  const whole = wanted.filter((one) => one !== undefined);
  const changes = whole.length === levels.length ? changesOf(levels, whole) : [];
  const set = (level: number, change: Partial<Typed>): void => setTyped(typed.map((one, place) => (place === level ? { ...one, ...change } : one)));
  const done = {
    onSuccess: () => {
      showToast(t("vip.proposed"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      size="lg"
      title={t("vip.propose")}
      changes={changes}
      warning={t("vip.proposeWarning")}
      isBlocked={changes.length === 0}
      {...asking(propose, { verb: t("vip.propose"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => propose.mutate({ levels: whole, reason }, done)}
      onCancel={onDone}
    >
      <div className="grid gap-2">
        {typed.map((one, level) => (
          <LevelRow key={levels[level]!.level} level={level} typed={one} isWrong={wanted[level] === undefined} onChange={(change) => set(level, change)} />
        ))}
      </div>
    </ChangeDialog>
  );
}

interface RowProps {
  level: number;
  typed: Typed;
  isWrong: boolean;
  onChange: (change: Partial<Typed>) => void;
}

const input = "figures h-9 w-full min-w-0 rounded-sm border bg-ground px-2 text-end text-sm";

function LevelRow({ level, typed, isWrong, onChange }: RowProps) {
  const t = useT();
  const rank = t("vip.rank", { level });
  const figures = [
    { name: "valid", label: t("vip.from") },
    { name: "bonus", label: t("vip.weekBonusPercent") },
    { name: "most", label: t("vip.most") },
  ] as const;
  return (
    <fieldset className="grid grid-cols-2 items-end gap-2 border-t border-line pt-2 sm:grid-cols-[4rem_7rem_1fr_6rem_1fr]">
      <legend className="sr-only">{rank}</legend>
      <span aria-hidden="true" className="figures self-center text-sm font-semibold">
        {rank}
      </span>
      <label className="grid gap-1 text-xs text-muted">
        {t("vip.labelName")}
        <select
          value={typed.label}
          onChange={(event) => onChange({ label: vipLabels.find((label) => label === event.target.value)! })}
          className="h-9 rounded-sm border border-line bg-ground px-2 text-sm text-text"
        >
          {vipLabels.map((label) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      </label>
      {figures.map(({ name, label }) => (
        <label key={name} className="grid gap-1 text-xs text-muted">
          {label}
          <input
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            value={typed[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
            className={`${input} text-text ${isWrong ? "border-accent" : "border-line"}`}
          />
        </label>
      ))}
    </fieldset>
  );
}
