import { audit } from "@laro/contract/audit";
import { images } from "@laro/contract/images";
import { protection } from "@laro/contract/protection";
import { settings } from "@laro/contract/settings";
import { withdrawals } from "@laro/contract/withdrawals";
import { HeartHandshake, ScrollText, SlidersHorizontal, Wallet } from "lucide-react";
import { lazy } from "react";
import type { ReactNode } from "react";
import type { Key } from "../../api/language.ts";
import { PictureLookOperator } from "../../features/images/PictureLook.operator.tsx";
import { mayCall, type Operator } from "./operator.ts";

const Queue = lazy(() => import("../../features/withdrawals/Queue.operator.tsx").then(({ QueueOperator }) => ({ default: QueueOperator })));
const Protection = lazy(() => import("../../features/protection/Cases.operator.tsx").then(({ CasesOperator }) => ({ default: CasesOperator })));
const Settings = lazy(() => import("../../features/settings/Settings.operator.tsx").then(({ SettingsOperator }) => ({ default: SettingsOperator })));
const AuditLog = lazy(() => import("../../features/audit/AuditLog.operator.tsx").then(({ AuditLogOperator }) => ({ default: AuditLogOperator })));

export interface ConsolePage {
  path: string;
  word: Key;
  icon: ReactNode;
  /** The read that the page cannot do without. */
  needs: { readonly name: string };
  /** A line in the menu stands between two groups. */
  group: number;
  view: (operator: Operator) => ReactNode;
}

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
    path: "/protection",
    word: "protection.cases.title",
    icon: <HeartHandshake />,
    needs: protection.cases,
    group: 0,
    view: (operator) => <Protection canExclude={mayCall(operator, protection.exclude)} canEnd={mayCall(operator, protection.endExclusion)} />,
  },
  {
    path: "/settings",
    word: "settings.title",
    icon: <SlidersHorizontal />,
    needs: settings.site,
    group: 1,
    view: (operator) => <Settings canSetFlag={mayCall(operator, settings.setFlag)} canSetStatus={mayCall(operator, settings.setStatus)} canSetCashier={mayCall(operator, settings.setCashier)} />,
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
