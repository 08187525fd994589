import { accounts, type MemberInfo } from "@laro/contract/accounts";
import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import { BadgeCheck, KeyRound, LockKeyhole } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { area } from "../../api/area.ts";
import { useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { useFlag, usePermission } from "../../api/permission.ts";
import { useApiQuery } from "../../api/query.ts";
import { ChangePasswordForm } from "../../features/accounts/ChangePassword.tsx";
import { PaymentPasswordForm } from "../../features/accounts/PaymentPassword.player.tsx";
import { useDepositMethods } from "../../features/deposits/deposits.api.ts";
import { useThreads } from "../../features/feedback/feedback.api.ts";
import { MyPicture } from "../../features/images/MyPicture.player.tsx";
import { useUnread } from "../../features/messages/messages.api.ts";
import { PayoutAccountForm } from "../../features/payoutAccounts/PayoutAccountForm.player.tsx";
import { PayoutAccountPicker } from "../../features/payoutAccounts/PayoutAccountPicker.player.tsx";
import { PayoutAccounts } from "../../features/payoutAccounts/PayoutAccounts.player.tsx";
import { useRewardSummary } from "../../features/rewards/rewards.api.ts";
import { Contact } from "../../features/site/Contact.tsx";
import { BalanceCard } from "../../features/wallet/BalanceCard.player.tsx";
import { LastMovements } from "../../features/wallet/LastMovements.player.tsx";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { openDialog } from "./dialogs.ts";
import type { MemberPage } from "./memberPaths.ts";
import { useOutsidePath } from "./outside.ts";
import { usePlay } from "./play.ts";
import { useSignOut } from "./session.ts";
import { VerificationGate, VerifyButton } from "./VerificationGate.tsx";

const paths = {
  deposit: "/member/depositv2",
  bonuses: "/member/bonusDetails",
  rebates: "/member/manualRebate",
  withdraw: "/member/withdraw",
  record: "/member/transactionHistory",
  messages: "/member/messageV2",
  missions: "/member/missionLeaderboard",
  eggs: "/member/goldenEggs",
} as const;

const BonusDetails = area("bonuses", () => import("../../features/bonuses/BonusDetails.player.tsx").then((file) => file.BonusDetails));
const BonusBets = area("bonuses", () => import("../../features/bonuses/BonusBets.player.tsx").then((file) => file.BonusBets));
const Rewards = area("bonuses", () => import("../../features/bonuses/Rewards.player.tsx").then((file) => file.Rewards));
const OwnFreeRounds = area("bonuses", () => import("../../features/freeRounds/OwnFreeRounds.player.tsx").then((file) => file.OwnFreeRounds));
const Referral = area("referral", () => import("../../features/referrals/Referral.player.tsx").then((file) => file.Referral));
const Rebates = area("rebates", () => import("../../features/rebates/Rebates.player.tsx").then((file) => file.Rebates));
const MissionLeaderboard = area("missions", () => import("./MissionLeaderboard.tsx").then((file) => file.MissionLeaderboard));
const GoldenEggs = area("eggs", () => import("../../features/prizeDraws/GoldenEggs.player.tsx").then((file) => file.GoldenEggs));
const VipWheel = area("wheel", () => import("../../features/prizeDraws/VipWheel.player.tsx").then((file) => file.VipWheel));
const Offers = area("bonuses", () => import("../../features/deposits/Offers.player.tsx").then((file) => file.Offers));
const DepositDesk = area("deposit", () => import("../../features/deposits/DepositDesk.player.tsx").then((file) => file.DepositDesk));
const BonusStays = area("withdraw", () => import("../../features/bonuses/BonusStays.player.tsx").then((file) => file.BonusStays));
const WithdrawalDesk = area("withdraw", () => import("../../features/withdrawals/WithdrawalDesk.player.tsx").then((file) => file.WithdrawalDesk));
const BettingRecord = area("records", () => import("../../features/rounds/BettingRecord.player.tsx").then((file) => file.BettingRecord));
const MyAccountRecord = area("records", () => import("../MyAccountRecord.tsx").then((file) => file.MyAccountRecord));
const TransferFund = area("transfers", () => import("../../features/transfers/TransferFund.player.tsx").then((file) => file.TransferFund));
const TransferUpline = area("transfers", () => import("../../features/transfers/TransferUpline.player.tsx").then((file) => file.TransferUpline));
const ProfitLoss = area("records", () => import("../../features/reports/ProfitLoss.player.tsx").then((file) => file.ProfitLoss));
const CreditReport = area("records", () => import("../../features/reports/CreditReport.player.tsx").then((file) => file.CreditReport));
const Inbox = area("messages", () => import("../../features/messages/Inbox.player.tsx").then((file) => file.Inbox));
const Threads = area("messages", () => import("../../features/feedback/Threads.player.tsx").then((file) => file.Threads));
const Breaks = area("security", () => import("../../features/protection/Breaks.player.tsx").then((file) => file.Breaks));
const Position = area("security", () => import("../../features/protection/Position.player.tsx").then((file) => file.Position));
const Reality = area("security", () => import("../../features/protection/Reality.player.tsx").then((file) => file.Reality));
const RealityCheck = area("security", () => import("../../features/protection/RealityCheck.player.tsx").then((file) => file.RealityCheck));
const LimitPrompt = area("security", () => import("../../features/limits/LimitPrompt.player.tsx").then((file) => file.LimitPrompt));
const MyFactor = area("security", () => import("../../features/factors/MyFactor.player.tsx").then((file) => file.MyFactor));
const LinkedSignIns = area("security", () => import("../../features/identities/LinkedSignIns.player.tsx").then((file) => file.LinkedSignIns));
const MyContacts = area("security", () => import("../../features/accounts/MyContacts.player.tsx").then((file) => file.MyContacts));
const MyProfile = area("security", () => import("../../features/accounts/MyProfile.player.tsx").then((file) => file.MyProfile));
const MyPasskeys = area("security", () => import("../../features/passkeys/MyPasskeys.player.tsx").then((file) => file.MyPasskeys));
const MySessions = area("security", () => import("../../features/sessions/MySessions.player.tsx").then((file) => file.MySessions));
const Limits = area("security", () => import("../../features/limits/Limits.player.tsx").then((file) => file.Limits));
const Missing = area("security", () => import("./Missing.tsx").then((file) => file.Missing));
const Privacy = area("security", () => import("../../features/privacy/Privacy.player.tsx").then((file) => file.Privacy));
const OwnAgent = area("security", () => import("../../features/agents/OwnAgent.tsx").then((file) => file.OwnAgent));
const MyCases = area("security", () => import("../../features/eligibility/MyCases.player.tsx").then((file) => file.MyCases));

const useMe = () => useApiQuery(accounts.me, {});

interface MemberCounts {
  readonly unread: number;
  readonly claimable: number;
  readonly missions: number;
  readonly eggs: number;
  /** Whether friends can be invited here: the programme runs, and an agent has links instead. */
  readonly canRefer: boolean;
}

/** How many messages and rewards wait, and what is open to the member; trial accounts have none of it. */
export function useMemberCounts(): MemberCounts {
  const { data: me } = useMe();
  const enabled = me?.isTrial === false;
  const [unread, summary] = [useUnread({ enabled }), useRewardSummary({ enabled })];
  return {
    unread: unread.data?.count ?? 0,
    claimable: summary.data?.availablePromoCount ?? 0,
    missions: summary.data?.missionCount ?? 0,
    eggs: summary.data?.eggCount ?? 0,
    canRefer: me?.isAgent === false && summary.data?.availablePromo.REFERRAL.enabled === true,
  };
}

function Overview() {
  const t = useT();
  const { unread } = useMemberCounts();
  return (
    <div className="grid gap-6">
      <MyCases help={<Contact />} />
      <BalanceCard depositTo={paths.deposit} withdrawTo={paths.withdraw} />
      {unread > 0 && <Waiting text={t("centre.unread", { count: unread })} to={paths.messages} label={t("centre.read")} />}
      <LastMovements recordTo={paths.record} depositTo={paths.deposit} />
    </div>
  );
}

/** Something that waits elsewhere, and the way there. */
const Waiting = ({ text, to, label }: { text: string; to: string; label: string }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-card px-4 py-3">
    <p className="text-sm font-medium">{text}</p>
    <ButtonLink to={to} size="sm" tone="secondary">
      {label}
    </ButtonLink>
  </div>
);

/** What waits, then what a next deposit brings; the menu's turntable opens with the wheel above them. */
function RewardCenter() {
  const t = useT();
  const methods = useDepositMethods();
  const hasWheel = useFlag("vip");
  const { eggs } = useMemberCounts();
  const [search] = useSearchParams();
  const isFirst = search.get("part") === "turntable";
  const wheel = hasWheel && <VipWheel isMember />;
  return (
    <div className="grid gap-8">
      {isFirst && wheel}
      {eggs > 0 && <Waiting text={t("prizeDraws.eggs.waiting", { count: eggs })} to={paths.eggs} label={t("centre.goldenEggs")} />}
      <BonusBets playTo="/bgs" />
      <OpenRebate />
      <Rewards isOffered={methods.data !== undefined && methods.data.bonuses.length > 0} />
      <Offers depositTo={paths.deposit} />
      <ButtonLink to={paths.bonuses} tone="secondary" className="justify-self-start">
        {t("centre.pastBonuses")}
      </ButtonLink>
      {!isFirst && wheel}
    </div>
  );
}

/** Golden eggs, while they are on (PROMO-06). */
function Eggs() {
  const t = useT();
  return useFlag("eggs") ? <GoldenEggs missionsTo={paths.missions} /> : <EmptyState text={t("errors.prizeDraws.closed")} />;
}

/** What of closed days comes back and waits: it leads to where it is claimed. */
function OpenRebate() {
  const t = useT();
  const { data } = useRewardSummary();
  if (data === undefined || data.rebate === 0n) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-card px-4 py-3">
      <p className="text-sm font-medium">
        {t("rebates.open")}: <Money minor={data.rebate} className="font-semibold" />
      </p>
      <ButtonLink to={paths.rebates} size="sm" tone="success">
        {t("rebates.toClaim")}
      </ButtonLink>
    </div>
  );
}

/** Rebates; where they are off, or the account is a trial, it says so. */
function ManualRebate() {
  const t = useT();
  const isOn = useFlag("rebates");
  const { data: me } = useMe();
  if (!isOn) return <EmptyState text={t("site.rebatesOff")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />;
  if (me?.isTrial === true)
    return <EmptyState text={t("rebates.trial")} action={<Button onClick={() => openDialog("realAccount")}>{t("sessions.register")}</Button>} />;
  return me === undefined ? <Skeleton className="h-96 w-full" /> : <Rebates />;
}

/** Free rounds at vendors above the bonuses of deposits. */
function History() {
  const [, navigate] = useLocation();
  return <MyAccountRecord depositTo={paths.deposit} onReplay={navigate} />;
}

function Bonuses() {
  const play = usePlay();
  return (
    <div className="grid gap-8">
      <OwnFreeRounds onPlay={play} />
      <BonusDetails depositTo={paths.deposit} />
    </div>
  );
}

function Deposit() {
  const me = useMe();
  const { verifiedOnly } = usePermission().jurisdiction;
  if (verifiedOnly && me.data === undefined && !me.error) return <Skeleton className="h-96 w-full" />;
  const status = me.data?.verification ?? "N";
  const gate = verifiedOnly && status !== "A" && <VerificationGate status={status} />;
  return <DepositDesk recordTo={paths.record} bonusesTo={paths.bonuses} picture={MyPicture} limitPrompt={<LimitPrompt />} gate={gate} />;
}

function Withdraw() {
  const [payoutAccount, setPayoutAccount] = useState<PayoutAccount>();
  return (
    <WithdrawalDesk
      depositTo={paths.deposit}
      note={<BonusStays />}
      payoutAccount={payoutAccount}
      picture={MyPicture}
      picker={<PayoutAccountPicker value={payoutAccount} onChange={setPayoutAccount} />}
      remedies={{ paymentPassword: PaymentPasswordForm, payoutAccount: PayoutAccountForm }}
    />
  );
}

const messageParts = { inbox: "feedback.inbox", threads: "feedback.threads" } as const satisfies Record<string, Key>;
type MessagePart = keyof typeof messageParts;
const messagePartNames = Object.keys(messageParts) as readonly MessagePart[];

/** The inbox, and beside it what was written to customer service. */
function Messages() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const unread = useThreads().rows.reduce((sum, thread) => sum + thread.unread, 0);
  const part = messagePartNames.find((one) => one === search.get("part")) ?? "inbox";
  return (
    <div className="grid gap-4">
      <Tabs
        label={t("feedback.tabs")}
        items={messagePartNames.map((id) => ({ id, label: t(messageParts[id]), ...(id === "threads" && unread > 0 ? { badge: unread } : {}) }))}
        value={part}
        onChange={(id) => setSearch(id === "inbox" ? {} : { part: id }, { replace: true })}
      >
        <div className="mt-4">{part === "inbox" ? <Inbox /> : <Threads picture={MyPicture} onWrite={() => openDialog("feedback")} />}</div>
      </Tabs>
    </div>
  );
}

function Security() {
  const refusal = useRefusal();
  const me = useMe();
  const signOut = useSignOut();
  // A room below the centre asks by itself.
  const isOverRoom = useOutsidePath().startsWith("/room/");
  const needsPaymentPassword = me.data?.hasPaymentPassword === false;
  if (me.data === undefined && me.error) return <RefusedState {...refusal(me)} />;
  return (
    <div className="grid gap-5">
      {me.data && <Missing me={me.data} />}
      <MyCases help={<Contact />} />
      {me.data && <MyProfile me={me.data} />}
      <Place id="centre-contacts">
        <MyContacts />
      </Place>
      <div className="grid gap-5 lg:grid-cols-2">
        <Place id="centre-safety">{me.data ? <Safety me={me.data} /> : <Skeleton className="h-64 w-full" />}</Place>
        <Place id="centre-payout">
          <PayoutAccounts needs={needsPaymentPassword && <NeedsPaymentPassword />} />
        </Place>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Place id="centre-factor">
          <MyFactor />
        </Place>
        <MySessions />
        <MyPasskeys />
        <LinkedSignIns />
      </div>
      <Limits />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Breaks />
        <Reality />
      </div>
      <Position />
      <OwnAgent />
      {me.data && <Privacy onClosed={() => void signOut(true)} />}
      {!isOverRoom && <RealityCheck onSignOut={() => void signOut()} />}
    </div>
  );
}

/** Where the list of what is missing leads. */
const Place = ({ id, children }: { id: string; children: ReactNode }) => (
  <div id={id} tabIndex={-1} className="grid scroll-mt-4 outline-none">
    {children}
  </div>
);

const NeedsPaymentPassword = () => {
  const t = useT();
  return (
    <div className="grid gap-4">
      <p className="text-sm font-medium">{t("errors.accounts.payment_password_missing")}</p>
      <PaymentPasswordForm onDone={() => undefined} />
    </div>
  );
};

const verifications = {
  N: { tone: "neutral", label: "centre.verification.none" },
  P: { tone: "primary", label: "centre.verification.pending" },
  A: { tone: "win", label: "centre.verification.approved" },
  R: { tone: "accent", label: "centre.verification.rejected" },
} as const satisfies Record<MemberInfo["verification"], { tone: BadgeTone; label: Key }>;

function Safety({ me: { account, verification, hasPaymentPassword } }: { me: MemberInfo }) {
  const t = useT();
  const [open, setOpen] = useState<"password" | "payment">();
  const close = () => setOpen(undefined);
  const { tone, label } = verifications[verification];
  const paymentAction = t(hasPaymentPassword ? "centre.change" : "centre.set");
  return (
    <Panel title={t("centre.safety")} text={account}>
      <ul className="grid">
        <SafetyRow icon={<BadgeCheck />} title={t("centre.verification")} text={t(`${label}.text`)}>
          <VerifyButton status={verification} size="sm" />
          <Badge tone={tone}>{t(label)}</Badge>
        </SafetyRow>
        <SafetyRow icon={<KeyRound />} title={t("centre.password")} text={t("centre.password.text")}>
          <Button size="sm" tone="secondary" aria-label={`${t("centre.change")}: ${t("centre.password")}`} onClick={() => setOpen("password")}>
            {t("centre.change")}
          </Button>
        </SafetyRow>
        <SafetyRow icon={<LockKeyhole />} title={t("centre.payment")} text={t(hasPaymentPassword ? "centre.payment.is" : "centre.payment.none")}>
          <Button
            size="sm"
            tone={hasPaymentPassword ? "secondary" : "primary"}
            aria-label={`${paymentAction}: ${t("centre.payment")}`}
            onClick={() => setOpen("payment")}
          >
            {paymentAction}
          </Button>
        </SafetyRow>
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

function SafetyRow({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-pill bg-text/6 text-muted [&_svg]:size-5">
        {icon}
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-sm font-semibold">{title}</span>
        <span className="text-xs text-muted">{text}</span>
      </span>
      <span className="flex shrink-0 items-center gap-2 max-sm:flex-col max-sm:items-end">{children}</span>
    </li>
  );
}

/** The pages of the member centre by their key in the URL. */
export const memberPages = {
  overview: Overview,
  depositv2: Deposit,
  withdraw: Withdraw,
  transferFund: () => <TransferFund />,
  transferUpline: () => <TransferUpline remedy={PaymentPasswordForm} verifyTo="/member/securityCenter" />,
  personalHistoryCopy: () => <BettingRecord />,
  transactionHistory: History,
  rewardCenter: RewardCenter,
  bonusDetails: Bonuses,
  missionLeaderboard: () => <MissionLeaderboard />,
  goldenEggs: Eggs,
  manualRebate: ManualRebate,
  referral: () => <Referral />,
  personalProfit: () => <ProfitLoss recordTo="/member/personalHistoryCopy" />,
  creditReport: () => <CreditReport />,
  messageV2: Messages,
  securityCenter: Security,
} as const satisfies Record<MemberPage, ComponentType>;
