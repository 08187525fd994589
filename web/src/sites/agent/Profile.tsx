import { accounts, type MemberInfo } from "@laro/contract/accounts";
import { KeyRound, LockKeyhole } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { type Language, useSpeech, useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { ChangePasswordForm } from "../../features/accounts/ChangePassword.tsx";
import { MyProfile } from "../../features/accounts/MyProfile.player.tsx";
import { PaymentPasswordForm } from "../../features/accounts/PaymentPassword.player.tsx";
import { OwnAgent } from "../../features/agents/OwnAgent.tsx";
import { PayoutAccounts } from "../../features/payoutAccounts/PayoutAccounts.player.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { languageNames } from "./languages.ts";
import { Page } from "./Page.tsx";

/** The agent's own account: how it is called, its two passwords, where money goes, its language and its own agent. */
export function Profile() {
  const { t, language, setLanguage } = useSpeech();
  const refusal = useRefusal();
  const me = useApiQuery(accounts.me, {});
  if (me.data === undefined)
    return <Page title={t("agents.menu.profile")}>{me.error ? <RefusedState {...refusal(me)} /> : <Skeleton className="h-96" />}</Page>;
  const needs = !me.data.hasPaymentPassword && <PaymentPasswordForm onDone={() => undefined} />;
  return (
    <Page title={t("agents.menu.profile")}>
      <MyProfile me={me.data} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Passwords me={me.data} />
        <PayoutAccounts needs={needs} />
        <Panel title={t("agents.language")} text={t("agents.languageText")}>
          <Select
            label={t("agents.language")}
            value={language}
            options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
            onChange={(event) => void setLanguage(event.target.value as Language)}
          />
        </Panel>
        <OwnAgent />
        <Panel title={t("agents.moreSecurity")} text={t("agents.moreSecurityText")}>
          <ButtonLink to="/member/securityCenter" tone="secondary" className="justify-self-start">
            {t("transfers.verify")}
          </ButtonLink>
        </Panel>
      </div>
    </Page>
  );
}

function Passwords({ me: { account, hasPaymentPassword } }: { me: MemberInfo }) {
  const t = useT();
  const [open, setOpen] = useState<"password" | "payment">();
  const close = () => setOpen(undefined);
  const paymentAction = t(hasPaymentPassword ? "centre.change" : "centre.set");
  return (
    <Panel title={t("agents.passwords")} text={account}>
      <ul className="grid">
        <Row icon={<KeyRound />} title={t("centre.password")} text={t("centre.password.text")}>
          <Button size="sm" tone="secondary" aria-label={`${t("centre.change")}: ${t("centre.password")}`} onClick={() => setOpen("password")}>
            {t("centre.change")}
          </Button>
        </Row>
        <Row icon={<LockKeyhole />} title={t("centre.payment")} text={t(hasPaymentPassword ? "centre.payment.is" : "centre.payment.none")}>
          <Button
            size="sm"
            tone={hasPaymentPassword ? "secondary" : "primary"}
            aria-label={`${paymentAction}: ${t("centre.payment")}`}
            onClick={() => setOpen("payment")}
          >
            {paymentAction}
          </Button>
        </Row>
      </ul>
      <Dialog open={open === "password"} title={t("centre.password")} onClose={close} closeLabel={t("ui.close")}>
        <ChangePasswordForm onDone={close} />
      </Dialog>
      <Dialog open={open === "payment"} title={t("centre.payment")} onClose={close} closeLabel={t("ui.close")}>
        <PaymentPasswordForm onDone={close} />
      </Dialog>
    </Panel>
  );
}

const Row = ({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) => (
  <li className="flex items-center gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
    <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-pill bg-text/6 text-muted [&_svg]:size-5">
      {icon}
    </span>
    <span className="grid min-w-0 flex-1">
      <span className="text-sm font-semibold">{title}</span>
      <span className="text-xs text-muted">{text}</span>
    </span>
    {children}
  </li>
);
