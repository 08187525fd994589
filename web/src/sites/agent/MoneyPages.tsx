import { accounts } from "@laro/contract/accounts";
import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { type Key, useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useApiQuery } from "../../api/query.ts";
import { PaymentPasswordForm } from "../../features/accounts/PaymentPassword.player.tsx";
import { DownlinePicker } from "../../features/agents/DownlinePicker.agent.tsx";
import { BonusDetails } from "../../features/bonuses/BonusDetails.player.tsx";
import { BonusStays } from "../../features/bonuses/BonusStays.player.tsx";
import { DepositDesk } from "../../features/deposits/DepositDesk.player.tsx";
import { MyPicture } from "../../features/images/MyPicture.player.tsx";
import { LimitPrompt } from "../../features/limits/LimitPrompt.player.tsx";
import { PayoutAccountForm } from "../../features/payoutAccounts/PayoutAccountForm.player.tsx";
import { PayoutAccountPicker } from "../../features/payoutAccounts/PayoutAccountPicker.player.tsx";
import { TransferDownline } from "../../features/transfers/TransferDownline.agent.tsx";
import { TransferUpline } from "../../features/transfers/TransferUpline.player.tsx";
import { WithdrawalDesk } from "../../features/withdrawals/WithdrawalDesk.player.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { MyAccountRecord } from "../MyAccountRecord.tsx";
import { Page } from "./Page.tsx";
import { pathOf } from "./paths.ts";

/** Where the member's own account is verified: the player's site. */
const SECURITY = "/member/securityCenter";

export function Deposit() {
  const t = useT();
  const me = useApiQuery(accounts.me, {});
  const { verifiedOnly } = usePermission().jurisdiction;
  const isWaiting = verifiedOnly && me.data === undefined && !me.error;
  const gate = verifiedOnly && me.data?.verification !== "A" && <VerifiedFirst />;
  return (
    <Page title={t("agents.menu.deposit")}>
      {isWaiting ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <DepositDesk recordTo={pathOf("accountRecord")} bonusesTo={pathOf("bonusDetails")} picture={MyPicture} limitPrompt={<LimitPrompt />} gate={gate} />
      )}
    </Page>
  );
}

function VerifiedFirst() {
  const t = useT();
  return (
    <Panel title={t("deposits.gate.title")} text={t("deposits.gate.text")} className="border-primary-text">
      <ButtonLink to={SECURITY} className="justify-self-start">
        {t("transfers.verify")}
      </ButtonLink>
    </Panel>
  );
}

export function Withdraw() {
  const t = useT();
  const [payoutAccount, setPayoutAccount] = useState<PayoutAccount>();
  return (
    <Page title={t("agents.menu.withdraw")}>
      <WithdrawalDesk
        depositTo={pathOf("deposit")}
        note={<BonusStays />}
        payoutAccount={payoutAccount}
        picture={MyPicture}
        picker={<PayoutAccountPicker value={payoutAccount} onChange={setPayoutAccount} />}
        remedies={{ paymentPassword: PaymentPasswordForm, payoutAccount: PayoutAccountForm }}
      />
    </Page>
  );
}

const ways = { down: "transfers.down", up: "transfers.up" } as const satisfies Record<string, Key>;
type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as readonly Way[];

/** Money for a direct downline, or for the upline; the address keeps which, and for whom. */
export function Transfers() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const way = wayNames.find((one) => one === search.get("way")) ?? "down";
  const account = search.get("to") ?? undefined;
  const choose = (to: string | undefined) => setSearch(to === undefined ? {} : { to }, { replace: true });
  return (
    <Page title={t("agents.menu.transfers")} text={t("transfers.rules")}>
      <Tabs
        label={t("agents.menu.transfers")}
        items={wayNames.map((id) => ({ id, label: t(ways[id]) }))}
        value={way}
        onChange={(id) => setSearch(id === "down" ? {} : { way: id }, { replace: true })}
      >
        <div className="mt-1">
          {way === "down" ? (
            <TransferDownline
              remedy={PaymentPasswordForm}
              verifyTo={SECURITY}
              account={account}
              picker={<DownlinePicker label={t("transfers.downline.account")} value={account} onChange={choose} />}
              onSent={() => choose(undefined)}
            />
          ) : (
            <TransferUpline remedy={PaymentPasswordForm} verifyTo={SECURITY} />
          )}
        </div>
      </Tabs>
    </Page>
  );
}

export function Record() {
  const t = useT();
  return (
    <Page title={t("agents.menu.record")}>
      {/* A room is the player's site. */}
      <MyAccountRecord depositTo={pathOf("deposit")} onReplay={(path) => location.assign(path)} />
    </Page>
  );
}

export function Bonuses() {
  const t = useT();
  return (
    <Page title={t("agents.menu.bonuses")}>
      <BonusDetails depositTo={pathOf("deposit")} />
    </Page>
  );
}
