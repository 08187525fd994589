import { lazy, type ReactNode, Suspense, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DemoCard } from "./DemoCard.tsx";
import { LoginForm } from "./LoginForm.player.tsx";
import { type Outcomes, useFreePlay } from "./sessions.api.ts";

/** Numbers and countries come only to who logs in by them. */
const CodeLoginForm = lazy(() => import("./CodeLoginForm.player.tsx").then((file) => ({ default: file.CodeLoginForm })));

export interface LoginDialogProps extends Outcomes {
  /** The sentence of age and terms that must be agreed to. */
  agreement: ReactNode;
  /** Ways in without a password. */
  elsewhere: ReactNode;
  /** A picture above the title. */
  banner: ReactNode;
  onClose: () => void;
  onForgot: () => void;
  onRegister: () => void;
}

type Way = "username" | "sms";

/** A look around without an account. */
function FreePlay({ onEntered }: Pick<Outcomes, "onEntered">) {
  const t = useT();
  const { mutate, isPending, error } = useFreePlay();
  const tryIt = () => mutate({ os: navigator.platform || "unknown", platform: "W", token: crypto.randomUUID(), gatewayVersion: 3 }, { onSuccess: onEntered });
  return (
    <div className="grid gap-2">
      <Button tone="secondary" block busy={isPending} onClick={tryIt}>
        {t("sessions.tryFree")}
      </Button>
      <FormFault error={error} />
    </div>
  );
}

export function LoginDialog({ agreement, elsewhere, banner, onClose, onForgot, onRegister, ...outcomes }: LoginDialogProps) {
  const t = useT();
  const [hasCodes, hasFreePlay] = [useFlag("mobileCodeLogin"), useFlag("freePlay")];
  const [way, setWay] = useState<Way>("username");
  const [hasAgreed, setAgreed] = useState(false);
  const [chosen, setChosen] = useState<{ username: string; password: string }>();
  const agreementBox = (isTried: boolean) => (
    <Checkbox
      label={agreement}
      name="agreed"
      checked={hasAgreed}
      error={isTried && !hasAgreed && t("sessions.notAgreed")}
      onChange={(event) => setAgreed(event.target.checked)}
    />
  );
  const form = { agreement: agreementBox, hasAgreed, ...outcomes };
  const byName = <LoginForm key={chosen?.username ?? ""} {...form} chosen={chosen} />;
  const ways: readonly { id: Way; label: string }[] = [
    { id: "username", label: t("sessions.byUsername") },
    { id: "sms", label: t("sessions.byCode") },
  ];
  return (
    <Dialog open id="loginPopupModal" art={banner} title={t("sessions.welcomeBack")} onClose={onClose} closeLabel={t("ui.close")}>
      <div className="mb-6 grid gap-4">
        {hasCodes ? (
          <Tabs label={t("sessions.ways")} items={ways} value={way} onChange={setWay} fill>
            {way === "username" ? (
              byName
            ) : (
              <Suspense fallback={<Skeleton className="h-64 w-full" />}>
                <CodeLoginForm {...form} />
              </Suspense>
            )}
          </Tabs>
        ) : (
          byName
        )}
        <Suspense fallback={null}>{elsewhere}</Suspense>
        <button type="button" onClick={onForgot} className="justify-self-center text-sm font-semibold text-primary-text underline underline-offset-4">
          {t("sessions.forgot")}
        </button>
        <p className="text-center text-sm text-muted">
          {t("sessions.noAccount")}{" "}
          <button type="button" onClick={onRegister} className="font-semibold text-primary-text underline underline-offset-4">
            {t("sessions.register")}
          </button>
        </p>
        <Anchor to="/activate" onClick={onClose} className="justify-self-center text-sm font-semibold text-primary-text underline underline-offset-4">
          {t("sessions.haveCode")}
        </Anchor>
        {hasFreePlay && <FreePlay onEntered={outcomes.onEntered} />}
      </div>
      {way === "username" && <DemoCard sites={["player", "agent"]} onChoose={({ name, password }) => setChosen({ username: name, password })} />}
    </Dialog>
  );
}
