import { CONVERTED_DAY_MAX, POINTS_STEP, POINTS_STEP_MINOR } from "@laro/contract/points";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { groupThousands, Money } from "../../ui/Money.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import type { MallParts } from "./mallParts.ts";
import { useConvert } from "./points.api.ts";

const FIELDS = ["points", "paymentPassword"];

interface ConvertFormProps extends MallParts {
  balance: number;
  convertedToday: number;
  onDone: () => void;
}

const WHOLE = /^[1-9][0-9]{0,8}$/;
const worth = (points: number): bigint => BigInt(Math.floor(points / POINTS_STEP)) * POINTS_STEP_MINOR;

/** How many points become how much money, by the ratio that is said. */
export function ConvertForm({ remedy: Remedy, hasPaymentPassword, ...rest }: ConvertFormProps) {
  const t = useT();
  const [isSetting, setSetting] = useState(!hasPaymentPassword);
  const most = mostOf(rest);
  if (most === 0)
    return (
      <EmptyState
        text={t(rest.balance < POINTS_STEP ? "points.convert.few" : "points.convert.dayFull", { step: POINTS_STEP })}
        action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>}
      />
    );
  if (isSetting) return <Remedy onDone={() => setSetting(false)} />;
  return <Amount most={most} onDone={rest.onDone} onForgotten={() => setSetting(true)} />;
}

/** What can be converted now, in whole steps. */
const mostOf = ({ balance, convertedToday }: Pick<ConvertFormProps, "balance" | "convertedToday">): number =>
  Math.floor(Math.min(balance, CONVERTED_DAY_MAX - convertedToday) / POINTS_STEP) * POINTS_STEP;

function Amount({ most, onDone, onForgotten }: { most: number; onDone: () => void; onForgotten: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [paymentPassword, setPaymentPassword] = useState("");
  const many = WHOLE.test(typed) ? Number(typed) : 0;
  const isWhole = many > 0 && many % POINTS_STEP === 0 && many <= most;
  const range = t("points.convert.hint", { step: POINTS_STEP, most: groupThousands(String(most)) });
  const missing = { points: isWhole ? undefined : range, paymentPassword: paymentPassword === "" ? t("errors.points.password_missing") : undefined };
  const { convert, errorOf, submit } = useConverting(missing, { points: many, paymentPassword }, onDone);
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-sm text-muted">
        {t("points.ratio")}: <span className="figures">{POINTS_STEP}</span> = <Money minor={POINTS_STEP_MINOR} />
      </p>
      <TextField
        label={t("points.convert.many")}
        name="points"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        required
        data-autofocus
        value={typed}
        hint={range}
        error={errorOf("points")}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <button type="button" onClick={() => setTyped(String(most))} className="justify-self-start text-sm font-semibold text-primary-text hover:underline">
        {t("points.convert.all")}
      </button>
      <p className="grid gap-1 rounded-md border border-line bg-field p-4 text-center">
        <span className="text-sm text-muted">{t("points.convert.get")}</span>
        <Money minor={worth(isWhole ? many : 0)} className="font-display text-2xl font-bold" />
      </p>
      <OtpField
        masked
        label={t("withdrawals.confirm.paymentPassword")}
        value={paymentPassword}
        onChange={setPaymentPassword}
        error={errorOf("paymentPassword")}
      />
      <FormFault error={convert.error} fields={FIELDS} />
      <Button type="submit" size="lg" block busy={convert.isPending}>
        {t("points.convert")}
      </Button>
      <button type="button" onClick={onForgotten} className="justify-self-center text-sm font-semibold text-primary-text hover:underline">
        {t("withdrawals.confirm.forgot")}
      </button>
    </form>
  );
}

type Missing = Readonly<Record<"points" | "paymentPassword", string | undefined>>;

/** The conversion a form becomes, once nothing is missing, and what each field says until then. */
function useConverting(missing: Missing, asked: { points: number; paymentPassword: string }, onDone: () => void) {
  const t = useT();
  const faultOf = useFault();
  const convert = useConvert();
  const [isTried, setTried] = useState(false);
  const refused = convert.error === null ? undefined : faultOf(convert.error);
  const errorOf = (field: keyof Missing) => (isTried ? missing[field] : undefined) ?? (refused?.field === field ? refused.text : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(missing).some((text) => text !== undefined)) return;
    convert.submit(asked, () => {
      showToast(t("points.converted", { count: asked.points }), "success");
      onDone();
    });
  };
  return { convert, errorOf, submit };
}
