import { accounts, type RegistrationUser } from "@laro/contract/accounts";
import type { RegisterSettings } from "@laro/contract/core/registerSettings";
import { RefusedCall } from "@laro/contract/core/call";
import { isAsked } from "@laro/contract/core/registerFields";
import { type RegistrationType } from "@laro/contract/core/registrationTypes";
import type { Entered } from "@laro/contract/sessions";
import type { RegisterRule } from "@laro/contract/site";
import { useState } from "react";
import { nowMs } from "../../api/clock.ts";
import { readLanguage, useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { faultOfField, type FormRule, type RegisterField, rulesOfForm, sentText, type Typed } from "./registerRules.ts";

export interface Invitation {
  affiliateCode?: string;
  referralCode?: string;
  /** The address carries a code that is somebody's, so that nobody is asked for one. */
  isValid: boolean;
}

export interface Given {
  readonly invitation: Invitation;
  readonly settings: RegisterSettings;
  readonly rules: readonly RegisterRule[];
  readonly onEntered: (entered: Entered) => void;
}

const MINUTE_MS = 60_000;
const HOME_DIALING_CODE = "+63";

/** What stands beside the ruled fields. */
interface Beside {
  readonly agreed: boolean;
  readonly declared: boolean;
  readonly venue: string;
  readonly captcha: { readonly key: string; readonly answer: string };
  readonly dialing: string;
}

const newCaptcha = () => ({ key: crypto.randomUUID(), answer: "" });
const nothingYet = (): Beside => ({ agreed: false, declared: false, venue: "", captcha: newCaptcha(), dialing: HOME_DIALING_CODE });

const isCaptcha = ({ field }: FormRule): boolean => field === "captcha";
const asksCaptcha = (error: Error): boolean => error instanceof RefusedCall && error.values["captcha"] === true;
const isAboutCode = (error: Error): boolean => error instanceof RefusedCall && (error.field === "verificationCode" || error.code === "sessions.cookies_needed");

/** What is typed, and what stands between it and being sent. */
function useFilling({ invitation, settings, rules }: Given) {
  const t = useT();
  const [type, setType] = useState<RegistrationType>(settings.types[0] ?? "username");
  const [typed, setTyped] = useState<Typed>(invitation.affiliateCode === undefined ? {} : { affiliateCode: invitation.affiliateCode });
  const [beside, setBeside] = useState(nothingYet);
  const [isTried, setTried] = useState(false);
  const [isCaptchaAsked, setCaptchaAsked] = useState(settings.captcha || rulesOfForm(rules, type).some(isCaptcha));
  const shown = rulesOfForm(rules, type).filter((rule) => !isCaptcha(rule) && !(rule.field === "affiliateCode" && invitation.isValid));
  const own = {
    agreed: beside.agreed ? undefined : t("sessions.notAgreed"),
    declared: beside.declared || !settings.declaration ? undefined : t("sessions.notAgreed"),
    venue: beside.venue !== "" || !settings.venue ? undefined : t("errors.accounts.venue_needed"),
    captcha: beside.captcha.answer.trim() !== "" || !isCaptchaAsked ? undefined : t("errors.sessions.captcha_required"),
  };
  const number = sentText("mobileNum", typed.mobileNum ?? "");
  const asksCode =
    type === "mobile" ? settings.smsVerification : number !== "" && rules.some((rule) => rule.field === "verificationCode" && isAsked(rule, type));
  const isComplete = Object.values(own).every((text) => text === undefined) && shown.every((rule) => faultOfField(rule, typed, t) === undefined);
  const faultOf = (rule: FormRule) => (isTried ? faultOfField(rule, typed, t) : undefined);
  const faultBeside = (field: keyof typeof own) => (isTried ? own[field] : undefined);
  const used = (asksOne: boolean) => {
    if (asksOne) setCaptchaAsked(true);
    if (isCaptchaAsked) setBeside((now) => ({ ...now, captcha: newCaptcha() }));
  };
  /** A code was sent for it: whoever brings that code is asked for no other captcha. */
  const solved = () => {
    setCaptchaAsked(false);
    setBeside((now) => ({ ...now, captcha: newCaptcha() }));
  };
  return {
    solved,
    type,
    setType,
    typed,
    setTyped,
    beside,
    setBeside,
    setTried,
    isCaptchaAsked,
    shown,
    number,
    asksCode,
    isComplete,
    faultOf,
    faultBeside,
    used,
  };
}

type Filling = ReturnType<typeof useFilling>;

/** The one or two presses that send what is typed. */
function useSending(given: Given, filling: Filling) {
  const { type, typed, beside, number } = filling;
  /** When the next code may be sent; undefined until the first was. */
  const [waitUntil, setWaitUntil] = useState<number>();
  const [byName, byMobile, code] = [useApiCommand(accounts.register), useApiCommand(accounts.registerMobile), useApiCommand(accounts.sendCode)];
  const register = type === "mobile" ? byMobile : byName;
  const forget = () => [byName, byMobile, code].forEach((command) => command.reset());
  const refused = (thrown: Error) => {
    filling.used(asksCaptcha(thrown));
    // What is wrong with the form is shown on the form.
    if (!isAboutCode(thrown)) setWaitUntil(undefined);
    filling.setTried(false);
  };
  const ways = { onSuccess: given.onEntered, onError: refused };
  return {
    error: register.error ?? code.error,
    waitUntil,
    isBusy: register.isPending || code.isPending,
    isSending: code.isPending,
    forget,
    /** Sends the form, with the code where one was asked for. */
    send: (verificationCode?: string) => {
      code.reset();
      const user = { ...registrationOf(given, filling), ...(verificationCode === undefined ? {} : { verificationCode }) };
      if (type === "username") return byName.mutate(user, ways);
      const { username: _, mobileNum, ...rest } = user;
      byMobile.mutate({ ...rest, mobileNo: mobileNum, countryDialingCode: beside.dialing }, ways);
    },
    sendCode: () => {
      forget();
      const named = type === "username" ? { username: sentText("username", typed.username ?? "") } : {};
      const asked = { mobileNo: number, countryDialingCode: beside.dialing, language: readLanguage(), ...named };
      const done = ({ expiredMinutes }: { expiredMinutes: number }) => {
        filling.solved();
        setWaitUntil(nowMs() + expiredMinutes * MINUTE_MS);
      };
      code.mutate({ ...asked, ...captchaOf(filling) }, { onSuccess: done, onError: (thrown) => asksCaptcha(thrown) && refused(thrown) });
    },
    leaveCode: () => {
      setWaitUntil(undefined);
      forget();
    },
  };
}

/** The state of the register form: what is typed, what is wrong with it, and how it is sent. */
export function useRegistrationForm(given: Given) {
  const t = useT();
  const faultOf = useFault();
  const filling = useFilling(given);
  const sending = useSending(given, filling);
  const { error, forget } = sending;
  const fault = error === null ? undefined : faultOf(error);
  const isUninvited = error instanceof RefusedCall && error.code === "accounts.invitation_unknown";
  const saidOf = (field: string) => (fault?.field !== field ? undefined : isUninvited ? t("accounts.invitation_code_error") : fault.text);
  return {
    ...filling,
    ...sending,
    number: `${filling.beside.dialing} ${filling.number.replace(/^0/, "")}`,
    setBeside: (change: Partial<Beside>) => filling.setBeside({ ...filling.beside, ...change }),
    setType: (next: RegistrationType) => {
      filling.setType(next);
      filling.setTried(false);
      forget();
    },
    change: (field: RegisterField, value: string) => {
      filling.setTyped({ ...filling.typed, [field]: value });
      if (fault?.field === field) forget();
    },
    errorOf: (rule: FormRule) => filling.faultOf(rule) ?? saidOf(rule.field),
    errorBeside: (field: Parameters<Filling["faultBeside"]>[0]) => filling.faultBeside(field) ?? saidOf(field),
    /** The first press: sends the form, or the code where one is asked for. */
    submit: () => {
      filling.setTried(true);
      if (!filling.isComplete) return;
      if (filling.asksCode) sending.sendCode();
      else sending.send();
    },
  };
}

const captchaOf = ({ beside, isCaptchaAsked }: Pick<Filling, "beside" | "isCaptchaAsked">) =>
  isCaptchaAsked ? { captcha: beside.captcha.answer.trim(), verification: { captchaKey: beside.captcha.key } } : {};

function registrationOf({ invitation, settings }: Given, { typed, shown, beside, isCaptchaAsked }: Filling): RegistrationUser {
  const filled = Object.fromEntries(shown.map(({ field }) => [field, sentText(field, typed[field] ?? "")] as const).filter(([, text]) => text !== ""));
  const { affiliateCode, referralCode, isValid } = invitation;
  const { username = "", password = "", confirmPassword = "", ...rest } = filled;
  return {
    ...rest,
    ...(isValid && affiliateCode !== undefined ? { affiliateCode } : {}),
    ...(referralCode === undefined ? {} : { referralCode }),
    ...(rest["mobileNum"] === undefined ? {} : { countryDialingCode: beside.dialing }),
    ...(settings.venue ? { venue: beside.venue } : {}),
    ...(settings.declaration ? { declared: beside.declared } : {}),
    ...captchaOf({ beside, isCaptchaAsked }),
    username,
    password,
    confirmPassword,
    domain: location.hostname,
    registerUrl: `${location.origin}${location.pathname}`,
    registerMethod: "WEB",
    agreed: true,
  };
}
