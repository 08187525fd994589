import { adjustments } from "@laro/contract/adjustments";
import { aml } from "@laro/contract/aml";
import { audit } from "@laro/contract/audit";
import { content } from "@laro/contract/content";
import { countries } from "@laro/contract/countries";
import { deposits } from "@laro/contract/deposits";
import { dispatches } from "@laro/contract/dispatches";
import { chats } from "@laro/contract/chats";
import { feedback } from "@laro/contract/feedback";
import { eligibility } from "@laro/contract/eligibility";
import { games } from "@laro/contract/games";
import { images } from "@laro/contract/images";
import { members } from "@laro/contract/members";
import { operators } from "@laro/contract/operators";
import { protection } from "@laro/contract/protection";
import { reconciliation } from "@laro/contract/reconciliation";
import { screening } from "@laro/contract/screening";
import { settings } from "@laro/contract/settings";
import { verifications } from "@laro/contract/verifications";
import { vendors } from "@laro/contract/vendors";
import { venues } from "@laro/contract/venues";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import {
  ArrowDownToLine,
  BookOpenText,
  ChartColumn,
  Dices,
  Gamepad2,
  Headset,
  MessagesSquare,
  HeartHandshake,
  IdCard,
  Landmark,
  LayoutTemplate,
  ListChecks,
  MapPin,
  Mails,
  Megaphone,
  Scale,
  ScanSearch,
  ScrollText,
  ShieldAlert,
  SlidersHorizontal,
  UserCog,
  UserX,
  Users,
  Wallet,
} from "lucide-react";
import { lazy } from "react";
import { PictureLookOperator } from "../../features/images/PictureLook.operator.tsx";
import type { MemberRights } from "../../features/members/members.operator.api.ts";
import { campaignsDesk } from "./campaignsDesk.tsx";
import { agentDesks } from "./agentDesks.tsx";
import type { ConsolePage } from "./consolePage.ts";
import { freeRoundsDesk } from "./freeRoundsDesk.tsx";
import { partnersDesk } from "./partnersDesk.tsx";
import { pointsDesk } from "./pointsDesk.tsx";
import { gatewayDesk } from "./gatewayDesk.tsx";
import { houseRightsOf } from "./houseRights.ts";
import { mayCall, type Operator } from "./operator.ts";
import { vipDesk } from "./vipDesk.tsx";

const Adjustments = lazy(() =>
  import("../../features/adjustments/Adjustments.operator.tsx").then(({ AdjustmentsOperator }) => ({ default: AdjustmentsOperator })),
);
const Journal = lazy(() => import("./JournalPage.tsx").then(({ JournalPage }) => ({ default: JournalPage })));
const Reconciliation = lazy(() =>
  import("../../features/reconciliation/Reconciliation.operator.tsx").then(({ ReconciliationOperator }) => ({ default: ReconciliationOperator })),
);
const AmlAlerts = lazy(() => import("../../features/aml/Alerts.operator.tsx").then(({ AlertsOperator }) => ({ default: AlertsOperator })));
const Queue = lazy(() => import("../../features/withdrawals/Queue.operator.tsx").then(({ QueueOperator }) => ({ default: QueueOperator })));
const Deposits = lazy(() => import("../../features/deposits/Queue.operator.tsx").then(({ DepositQueueOperator }) => ({ default: DepositQueueOperator })));
const Outbox = lazy(() => import("../../features/dispatches/Outbox.operator.tsx").then(({ OutboxOperator }) => ({ default: OutboxOperator })));
const ChatDesk = lazy(() => import("../../features/chats/ChatDesk.operator.tsx").then(({ ChatDeskOperator }) => ({ default: ChatDeskOperator })));
const Feedback = lazy(() => import("./FeedbackPage.tsx").then(({ FeedbackPage }) => ({ default: FeedbackPage })));
const Protection = lazy(() => import("./ProtectionPage.tsx").then(({ ProtectionPage }) => ({ default: ProtectionPage })));
const Members = lazy(() => import("../../features/members/Members.operator.tsx").then(({ MembersOperator }) => ({ default: MembersOperator })));
const MemberCounts = lazy(() => import("../../features/members/Counts.operator.tsx").then(({ MemberCountsOperator }) => ({ default: MemberCountsOperator })));
const Eligibility = lazy(() =>
  import("../../features/eligibility/Cases.operator.tsx").then(({ EligibilityCasesOperator }) => ({ default: EligibilityCasesOperator })),
);
const Screening = lazy(() => import("../../features/screening/Screening.operator.tsx").then(({ ScreeningOperator }) => ({ default: ScreeningOperator })));
const Settings = lazy(() => import("../../features/settings/Settings.operator.tsx").then(({ SettingsOperator }) => ({ default: SettingsOperator })));
const ContentDesk = lazy(() => import("../../features/content/Desk.operator.tsx").then(({ ContentDeskOperator }) => ({ default: ContentDeskOperator })));
const Games = lazy(() => import("./GamesPage.tsx").then(({ GamesPage }) => ({ default: GamesPage })));
const House = lazy(() => import("./HousePage.tsx").then(({ HousePage }) => ({ default: HousePage })));
const Home = lazy(() => import("./HomePage.tsx").then(({ HomePage }) => ({ default: HomePage })));
const RegisterRules = lazy(() =>
  import("../../features/settings/RegisterRules.operator.tsx").then(({ RegisterRulesOperator }) => ({ default: RegisterRulesOperator })),
);
const Venues = lazy(() => import("../../features/venues/Venues.operator.tsx").then(({ VenuesOperator }) => ({ default: VenuesOperator })));
const AuditLog = lazy(() => import("../../features/audit/AuditLog.operator.tsx").then(({ AuditLogOperator }) => ({ default: AuditLogOperator })));
const Staff = lazy(() => import("../../features/operators/Operators.operator.tsx").then(({ OperatorsOperator }) => ({ default: OperatorsOperator })));

const Verifications = lazy(() =>
  import("../../features/verifications/Queue.operator.tsx").then(({ VerificationQueueOperator }) => ({ default: VerificationQueueOperator })),
);

const memberRightsOf = (operator: Operator): MemberRights => ({
  officer: operator.userName,
  canFind: mayCall(operator, members.find),
  canReveal: mayCall(operator, members.reveal),
  canNote: mayCall(operator, members.note),
  canRestrict: mayCall(operator, members.restrict),
  canClose: mayCall(operator, members.close),
  canEndSessions: mayCall(operator, members.endSessions),
  canPropose: mayCall(operator, members.propose),
  canSeeProposals: mayCall(operator, members.proposals),
  canDecide: mayCall(operator, members.confirm),
  canReadJournal: mayCall(operator, wallet.lines),
});

const pages: readonly ConsolePage[] = [
  {
    path: "/withdrawals",
    word: "withdrawals.queueTitle",
    icon: <Wallet />,
    needs: withdrawals.queue,
    group: 0,
    view: (operator) => (
      <Queue
        rights={{
          officer: operator.userName,
          canDecide: mayCall(operator, withdrawals.approve) && mayCall(operator, withdrawals.reject),
          canSettleCases: mayCall(operator, withdrawals.proposeReturn) && mayCall(operator, images.view),
        }}
        picture={PictureLookOperator}
      />
    ),
  },
  {
    path: "/deposits",
    word: "deposits.queueTitle",
    icon: <ArrowDownToLine />,
    needs: deposits.queue,
    group: 0,
    view: (operator) => (
      <Deposits
        rights={{ officer: operator.userName, canDecide: mayCall(operator, deposits.approve) && mayCall(operator, deposits.reject) }}
        canReadMessages={mayCall(operator, deposits.messages)}
        look={mayCall(operator, images.view) ? PictureLookOperator : undefined}
      />
    ),
  },
  {
    path: "/members",
    word: "members.title",
    icon: <Users />,
    needs: members.list,
    group: 0,
    view: (operator) => <Members rights={memberRightsOf(operator)} />,
  },
  {
    path: "/feedback",
    word: "feedback.queueTitle",
    icon: <Headset />,
    needs: feedback.queue,
    group: 0,
    view: (operator) => (
      <Feedback rights={{ officer: operator.userName, canAct: mayCall(operator, feedback.take), isChief: operator.roles.includes("superadmin") }} />
    ),
  },
  {
    path: "/chats",
    word: "chats.desk",
    icon: <MessagesSquare />,
    needs: chats.queue,
    group: 0,
    view: (operator) => <ChatDesk canAct={mayCall(operator, chats.hide)} />,
  },
  {
    path: "/verifications",
    word: "verifications.queueTitle",
    icon: <IdCard />,
    needs: verifications.queue,
    group: 0,
    view: (operator) => <Verifications officer={operator.userName} />,
  },
  {
    path: "/eligibility",
    word: "eligibility.title",
    icon: <UserX />,
    needs: eligibility.cases,
    group: 0,
    view: (operator) => (
      <Eligibility
        rights={{
          officer: operator.userName,
          canOpen: mayCall(operator, eligibility.open),
          canClear: mayCall(operator, eligibility.clear),
          canJudge: mayCall(operator, eligibility.notice) && mayCall(operator, eligibility.settle),
        }}
      />
    ),
  },
  {
    path: "/screening",
    word: "screening.title",
    icon: <ScanSearch />,
    needs: screening.hits,
    group: 0,
    view: (operator) => <Screening canDismiss={mayCall(operator, screening.dismiss)} />,
  },
  {
    path: "/protection",
    word: "protection.cases.title",
    icon: <HeartHandshake />,
    needs: protection.cases,
    group: 0,
    view: (operator) => (
      <Protection
        canExclude={mayCall(operator, protection.exclude)}
        canEnd={mayCall(operator, protection.endExclusion)}
        canPayOut={mayCall(operator, withdrawals.payable) && mayCall(operator, withdrawals.requestFor)}
      />
    ),
  },
  {
    path: "/adjustments",
    word: "adjustments.title",
    icon: <Scale />,
    needs: adjustments.list,
    group: 0,
    view: (operator) => (
      <Adjustments
        rights={{
          officer: operator.userName,
          canPropose: mayCall(operator, adjustments.propose),
          canDecide: mayCall(operator, adjustments.confirm) && mayCall(operator, adjustments.decline),
          canReadJournal: mayCall(operator, wallet.lines),
        }}
      />
    ),
  },
  {
    path: "/journal",
    word: "wallet.journal",
    icon: <BookOpenText />,
    needs: wallet.lines,
    group: 0,
    view: (operator) => (
      <Journal
        canReverse={mayCall(operator, adjustments.proposeReversal)}
        canExport={mayCall(operator, adjustments.journalCsv)}
        canFreeze={mayCall(operator, wallet.setFrozen)}
      />
    ),
  },
  {
    path: "/reconciliation",
    word: "reconciliation.title",
    icon: <Landmark />,
    needs: reconciliation.differences,
    group: 0,
    view: (operator) => (
      <Reconciliation
        rights={{
          canRun: mayCall(operator, reconciliation.run),
          canReadStatements: mayCall(operator, reconciliation.statements),
          canImport: mayCall(operator, reconciliation.importStatement),
          canExplain: mayCall(operator, reconciliation.explain),
          canReadJournal: mayCall(operator, wallet.lines),
        }}
      />
    ),
  },
  {
    path: "/aml",
    word: "aml.title",
    icon: <ShieldAlert />,
    needs: aml.alerts,
    group: 0,
    view: (operator) => (
      <AmlAlerts rights={{ canDecide: mayCall(operator, aml.openCase) && mayCall(operator, aml.close), canReadJournal: mayCall(operator, wallet.lines) }} />
    ),
  },
  ...agentDesks,
  {
    path: "/counts",
    word: "members.countsTitle",
    icon: <ChartColumn />,
    needs: members.counts,
    group: 1,
    view: () => <MemberCounts />,
  },
  {
    path: "/outbox",
    word: "dispatches.outbox.title",
    icon: <Mails />,
    needs: dispatches.list,
    group: 0,
    view: (operator) => <Outbox canResend={mayCall(operator, dispatches.resend)} />,
  },
  {
    path: "/content",
    word: "content.title",
    icon: <Megaphone />,
    needs: content.list,
    group: 1,
    view: (operator) => <ContentDesk rights={{ officer: operator.userName, canWrite: mayCall(operator, content.save) }} />,
  },
  pointsDesk,
  {
    path: "/home",
    word: "settings.homeTitle",
    icon: <LayoutTemplate />,
    needs: settings.menu,
    group: 1,
    view: (operator) => (
      <Home officer={operator.userName} canChange={mayCall(operator, settings.setMenu)} canSetFooter={mayCall(operator, vendors.setFooter)} />
    ),
  },
  {
    path: "/games",
    word: "games.switchesTitle",
    namesItself: true,
    icon: <Gamepad2 />,
    needs: vendors.list,
    group: 1,
    view: (operator) => (
      <Games
        rights={{
          officer: operator.userName,
          canSetState: mayCall(operator, vendors.setState),
          canOrder: mayCall(operator, vendors.order),
          canPick: mayCall(operator, vendors.setHotGame),
          canSetGame: mayCall(operator, vendors.setGame),
          canSetWindows: mayCall(operator, vendors.window) && mayCall(operator, vendors.endWindow),
        }}
      />
    ),
  },
  {
    path: "/house",
    word: "house.title",
    namesItself: true,
    icon: <Dices />,
    needs: games.switches,
    group: 1,
    view: (operator) => <House rights={houseRightsOf(operator)} />,
  },
  gatewayDesk,
  partnersDesk,
  freeRoundsDesk,
  campaignsDesk,
  vipDesk,
  {
    path: "/settings",
    word: "settings.title",
    icon: <SlidersHorizontal />,
    needs: settings.site,
    group: 1,
    view: (operator) => (
      <Settings
        canReadCountries={mayCall(operator, countries.database)}
        canSetFlag={mayCall(operator, settings.setFlag)}
        canSetStatus={mayCall(operator, settings.setStatus)}
        canSetCashier={mayCall(operator, settings.setCashier)}
        canSetSessions={mayCall(operator, settings.setSessions)}
      />
    ),
  },
  {
    path: "/register-rules",
    word: "settings.registerRules",
    icon: <ListChecks />,
    needs: settings.site,
    group: 1,
    view: (operator) => <RegisterRules canChange={mayCall(operator, settings.setRegisterRule)} />,
  },
  {
    path: "/venues",
    word: "venues.title",
    icon: <MapPin />,
    needs: venues.kept,
    group: 1,
    view: (operator) => <Venues canChange={mayCall(operator, venues.add) && mayCall(operator, venues.change)} />,
  },
  {
    path: "/staff",
    word: "operators.title",
    icon: <UserCog />,
    needs: operators.list,
    group: 1,
    view: (operator) => <Staff me={operator.userName} canChange={mayCall(operator, operators.close)} />,
  },
  {
    path: "/audit",
    word: "audit.title",
    icon: <ScrollText />,
    needs: audit.list,
    group: 1,
    view: (operator) => <AuditLog canVerify={mayCall(operator, audit.verify)} />,
  },
];

/** The pages an officer's role can read, the start page first. */
export const pagesOf = (operator: Operator): readonly ConsolePage[] => pages.filter(({ needs }) => mayCall(operator, needs));
