import { parseAmount } from "@laro/contract/core/money";
import { FREE_ROUNDS_DAYS_MAX, FREE_ROUNDS_MAX, FREE_ROUNDS_WAGERING_MAX, type GivenGame } from "@laro/contract/freeRounds";
import { useId, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Money } from "../../ui/Money.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useGivenGames, useGrant } from "./freeRounds.operator.api.ts";

const FIELDS = ["memberName", "nodeId", "stake", "rounds", "days", "wagering", "reason"] as const;
const COUNTS = { rounds: [1, FREE_ROUNDS_MAX], days: [1, FREE_ROUNDS_DAYS_MAX], wagering: [0, FREE_ROUNDS_WAGERING_MAX] } as const;
type Count = keyof typeof COUNTS;
type Typed = Record<Count | "memberName" | "search" | "nodeId" | "stake" | "reason", string>;

const EMPTY: Typed = { memberName: "", search: "", nodeId: "", stake: "", reason: "", rounds: "10", days: "7", wagering: "1" };

/** What was typed as a number within its bounds; undefined where it is none. */
function readCount(name: Count, typed: string): number | undefined {
  const [least, most] = COUNTS[name];
  const number = /^[0-9]{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

function readGrant({ memberName, nodeId, stake, reason, ...counts }: Typed) {
  const [rounds, days, wagering] = (["rounds", "days", "wagering"] as const).map((name) => readCount(name, counts[name]));
  const minor = parseAmount(stake) ?? 0n;
  const isWhole = memberName.trim() !== "" && nodeId !== "" && minor > 0n && reason.trim().length >= REASON_MIN;
  return isWhole && rounds !== undefined && days !== undefined && wagering !== undefined
    ? { memberName: memberName.trim(), nodeId, rounds, stake: minor, days, wagering, reason: reason.trim() }
    : undefined;
}

/** Gives a member free rounds in a game whose vendor can. */
export function GrantDialogOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const formId = useId();
  const { submit, isPending, error } = useGrant();
  const [typed, setTyped] = useState(EMPTY);
  const type = (name: keyof Typed) => (value: string) => setTyped((now) => ({ ...now, [name]: value }));
  const wanted = readGrant(typed);
  const fault = error && faultOf(error);
  const errorOf = (field: (typeof FIELDS)[number]) => (fault?.field === field ? fault.text : undefined);
  const grant = () =>
    wanted &&
    submit(wanted, ({ granted }) => {
      showToast(t(granted === null ? "freeRounds.proposedToast" : "freeRounds.grantedToast", { name: wanted.memberName }), "success");
      onClose();
    });
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={isPending} className="flex-1 sm:flex-none">
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form={formId} busy={isPending} disabled={wanted === undefined} className="flex-1 sm:flex-none">
        {t("freeRounds.grant")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("freeRounds.grant")} size="md" onClose={isPending ? undefined : onClose} closeLabel={t("ui.cancel")} footer={footer}>
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) grant();
        }}
      >
        <FormFault error={error} fields={FIELDS} />
        <TextField
          label={t("freeRounds.member")}
          error={errorOf("memberName")}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={typed.memberName}
          onChange={(event) => type("memberName")(event.target.value)}
          data-autofocus
        />
        <GameChoice typed={typed} type={type} error={errorOf("nodeId")} />
        <AmountField label={t("freeRounds.stake")} error={errorOf("stake")} required value={typed.stake} onChange={type("stake")} />
        <div className="grid gap-4 sm:grid-cols-3">
          {(["rounds", "days", "wagering"] as const).map((name) => (
            <TextField
              key={name}
              label={t(`freeRounds.${name}`)}
              hint={`${COUNTS[name][0]}–${COUNTS[name][1]}`}
              error={errorOf(name)}
              required
              inputMode="numeric"
              maxLength={3}
              value={typed[name]}
              onChange={(event) => type(name)(event.target.value)}
            />
          ))}
        </div>
        <ReasonField label={t("ui.reason")} hint={t("settings.reasonHint")} error={errorOf("reason")} value={typed.reason} onChange={type("reason")} />
      </form>
    </Dialog>
  );
}

interface GameChoiceProps {
  typed: Typed;
  type: (name: keyof Typed) => (value: string) => void;
  error: string | undefined;
}

/** A game by its name; twenty that match are offered. */
function GameChoice({ typed, type, error }: GameChoiceProps) {
  const t = useT();
  const { data } = useGivenGames(typed.search.trim());
  const games = data?.list ?? [];
  const chosen = games.find(({ nodeId }) => nodeId === typed.nodeId);
  return (
    <div className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("freeRounds.search")}
          autoComplete="off"
          maxLength={64}
          value={typed.search}
          onChange={(event) => {
            type("search")(event.target.value);
            type("nodeId")("");
          }}
        />
        <Select
          label={t("freeRounds.game")}
          error={error}
          value={typed.nodeId}
          options={[
            { value: "", label: t("freeRounds.choose") },
            ...games.map(({ nodeId, gameName, vendorName }) => ({ value: nodeId, label: `${gameName} (${vendorName})` })),
          ]}
          onChange={(event) => type("nodeId")(event.target.value)}
        />
      </div>
      {chosen && <Bounds game={chosen} />}
      {data && (
        <p className="text-xs text-muted">
          {t("freeRounds.aloneMember")} <Money minor={data.aloneMember} /> · {t("freeRounds.aloneDay")} <Money minor={data.aloneDay} />
        </p>
      )}
    </div>
  );
}

function Bounds({ game: { stakeMin, stakeMax } }: { game: GivenGame }) {
  const t = useT();
  if (stakeMin === null && stakeMax === null) return null;
  return (
    <p className="text-xs text-muted">
      {t("freeRounds.stakes")} {stakeMin === null ? "–" : <Money minor={stakeMin} />} – {stakeMax === null ? "–" : <Money minor={stakeMax} />}
    </p>
  );
}
