import { type MallItem, REDEEM_QUANTITY_MAX } from "@laro/contract/points";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useSpeech } from "../../api/language.ts";
import { useDialingCountries } from "../../api/phones.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { TextField } from "../../ui/Field.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { PhoneField } from "../../ui/PhoneField.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { leftOf, type MallParts } from "./mallParts.ts";
import { useRedeem } from "./points.api.ts";

const FIELDS = ["address", "mobileNum", "paymentPassword"];
const ADDRESS_MAX = 200;

interface RedeemFormProps extends MallParts {
  item: MallItem;
  onDone: () => void;
}

/** Where the goods go, and the payment password: each that is empty says so at its field (VALID-44). */
export function RedeemForm({ item, remedy: Remedy, hasPaymentPassword, onDone }: RedeemFormProps) {
  const { t } = useSpeech();
  const [isSetting, setSetting] = useState(!hasPaymentPassword);
  const { given, set, errors, redeem, submit } = useRedeeming(item, onDone);
  const countries = useDialingCountries();
  const left = leftOf(item) ?? REDEEM_QUANTITY_MAX;
  if (isSetting) return <Remedy onDone={() => setSetting(false)} />;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Cost item={item} quantity={given.quantity} />
      {left > 1 && (
        <Select
          label={t("points.quantity")}
          value={String(given.quantity)}
          onChange={(event) => set({ quantity: Number(event.target.value) })}
          options={Array.from({ length: Math.min(left, REDEEM_QUANTITY_MAX) }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
        />
      )}
      <TextField
        label={t("points.address")}
        name="address"
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
        required
        value={given.address}
        error={errors.address}
        onChange={(event) => set({ address: event.target.value })}
      />
      <PhoneField
        labels={{ country: t("phones.country"), number: t("accounts.mobileNum") }}
        countries={countries}
        value={given.phone}
        error={errors.mobileNum}
        onChange={(phone) => set({ phone })}
      />
      <OtpField
        masked
        label={t("withdrawals.confirm.paymentPassword")}
        value={given.paymentPassword}
        error={errors.paymentPassword}
        onChange={(paymentPassword) => set({ paymentPassword })}
      />
      <FormFault error={redeem.error} fields={FIELDS} />
      <p className="text-xs text-muted">{t("points.redeem.text")}</p>
      <Button type="submit" size="lg" block busy={redeem.isPending}>
        {t("points.redeem")}
      </Button>
      <button type="button" onClick={() => setSetting(true)} className="justify-self-center text-sm font-semibold text-primary-text hover:underline">
        {t("withdrawals.confirm.forgot")}
      </button>
    </form>
  );
}

function Cost({ item: { pointsRequirement, units }, quantity }: { item: MallItem; quantity: number }) {
  const { t } = useSpeech();
  const points = pointsRequirement * quantity;
  return (
    <p className="grid gap-1 rounded-md border border-line bg-field p-4 text-center">
      <span className="text-sm text-muted">
        {quantity} {units}
      </span>
      <span className="font-display text-2xl font-bold">
        <Count of={points} /> <span className="text-base">{t("points.unit")}</span>
      </span>
    </p>
  );
}

/** What was filled in, what is missing of it, and the redeem it becomes. */
function useRedeeming(item: MallItem, onDone: () => void) {
  const { t, language } = useSpeech();
  const faultOf = useFault();
  const redeem = useRedeem();
  const countries = useDialingCountries();
  const [given, setGiven] = useState({ quantity: 1, address: "", phone: { countryDialingCode: "", mobileNum: "" }, paymentPassword: "" });
  const [isTried, setTried] = useState(false);
  const missing = {
    address: given.address.trim() === "" ? t("errors.points.address_missing") : undefined,
    mobileNum: given.phone.mobileNum.trim() === "" ? t("errors.codes.phone_missing") : undefined,
    paymentPassword: given.paymentPassword === "" ? t("errors.points.password_missing") : undefined,
  };
  const refused = redeem.error === null ? undefined : faultOf(redeem.error);
  const errorOf = (field: keyof typeof missing) => (isTried ? missing[field] : undefined) ?? (refused?.field === field ? refused.text : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(missing).some((text) => text !== undefined)) return;
    const { quantity, address, phone, paymentPassword } = given;
    const countryDialingCode = phone.countryDialingCode || (countries[0]?.countryDialingCode ?? "");
    redeem.submit(
      {
        itemId: item.id,
        pointsRequirement: item.pointsRequirement,
        quantity,
        address,
        countryDialingCode,
        mobileNum: phone.mobileNum,
        paymentPassword,
        language,
      },
      ({ reference }) => {
        showToast(t("points.redeemed", { reference }), "success");
        onDone();
      },
    );
  };
  return {
    given,
    set: (change: Partial<typeof given>) => setGiven({ ...given, ...change }),
    errors: { address: errorOf("address"), mobileNum: errorOf("mobileNum"), paymentPassword: errorOf("paymentPassword") },
    redeem,
    submit,
  };
}
