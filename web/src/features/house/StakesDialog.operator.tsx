import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { GameSwitch } from "@laro/contract/games";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSetStakes } from "./house.operator.api.ts";

const FIELDS = ["stakeMin", "stakeMax"] as const;
const textOf = (minor: bigint | null): string => (minor === null ? "" : formatAmount(minor));

/** What was typed: undefined where it is no amount, null where nothing stands and the game's own word holds. */
function readBound(typed: string): bigint | null | undefined {
  if (typed === "") return null;
  const minor = parseAmount(typed.includes(".") ? typed : `${typed}.00`);
  return minor !== undefined && minor > 0n ? minor : undefined;
}

/** Sets what may be staked on a game: less at once, more by a proposal. */
export function StakesDialogOperator({ game: { gameCode, displayName, stakes }, onDone }: { game: GameSwitch; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const setStakes = useSetStakes();
  const [typed, setTyped] = useState({ stakeMin: textOf(stakes.setMin), stakeMax: textOf(stakes.setMax) });
  const [stakeMin, stakeMax] = [readBound(typed.stakeMin), readBound(typed.stakeMax)];
  const [least, most] = [stakeMin ?? stakes.engineMin, stakeMax ?? stakes.engineMax];
  const isLifted = stakeMax === null && stakes.setMax !== null;
  const isWider = isLifted || least < stakes.stakeMin || most > stakes.stakeMax;
  const fault = setStakes.error === null ? undefined : faultOf(setStakes.error);
  const confirm = (reason: string) => {
    if (stakeMin === undefined || stakeMax === undefined) return;
    const onSuccess = ({ proposal }: { proposal: unknown }) => {
      showToast(t(proposal === null ? "house.stakesSet" : "house.proposed", { name: displayName }), "success");
      onDone();
    };
    setStakes.mutate({ gameCode, stakeMin, stakeMax, reason }, { onSuccess });
  };
  const warning = least > most ? t("house.stakesClose") : isWider && t("house.stakesWait");
  return (
    <ChangeDialog
      title={t("house.stakesOf", { name: displayName })}
      changes={[
        { label: t("house.stakeMin"), before: <Money minor={stakes.stakeMin} />, after: <Money minor={least} /> },
        { label: t("house.stakeMax"), before: <Money minor={stakes.stakeMax} />, after: <Money minor={most} /> },
      ]}
      warning={warning}
      isBlocked={stakeMin === undefined || stakeMax === undefined}
      {...asking(setStakes, { verb: t(isWider ? "house.propose" : "house.set"), hint: t("settings.reasonHint"), fields: FIELDS })}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {FIELDS.map((field) => (
          <AmountField
            key={field}
            label={t(`house.${field}`)}
            hint={t("house.stakesHint")}
            error={fault?.field === field ? fault.text : undefined}
            value={typed[field]}
            onChange={(value) => setTyped((now) => ({ ...now, [field]: value }))}
          />
        ))}
      </div>
    </ChangeDialog>
  );
}
