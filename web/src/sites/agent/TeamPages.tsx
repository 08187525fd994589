import { Invitation } from "../../features/agents/Invitation.agent.tsx";
import { AccountDetails } from "../../features/teams/Looks.agent.tsx";
import { TeamManagement } from "../../features/teams/Management.agent.tsx";
import { TeamOverview } from "../../features/teams/Overview.agent.tsx";
import { TransferList } from "../../features/transfers/TransferList.tsx";

const MANAGEMENT = "/agentHome/downlineManagmentView";

/** Where agent and downline deal with each other. */
const links = {
  offer: (id: bigint) => `/agentHome/agentDividendRecordCopy2?agent=${id}`,
  transfer: (account: string) => `/agentHome/transfers?to=${encodeURIComponent(account)}`,
  rounds: (id: bigint) => `/agentHome/personalHistoryCopy?of=${id}`,
};

export function Overview() {
  return <TeamOverview invitation={<Invitation linksTo="/agentHome/registerCenter" />} memberTo={(id) => `${MANAGEMENT}?open=${id}`} />;
}

export const Management = () => <TeamManagement links={links} />;

export function Details() {
  return <AccountDetails transfers={<TransferList />} />;
}
