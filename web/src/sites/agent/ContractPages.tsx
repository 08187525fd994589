import { ContractsAgent } from "../../features/agentContracts/Contracts.agent.tsx";
import { PayRecord } from "../../features/commissions/PayRecord.agent.tsx";

/** The pages of the four kinds of contract. */
export const Dividend = () => <ContractsAgent kind="dividend" record={<PayRecord kind="dividend" />} />;
export const DailyWages = () => <ContractsAgent kind="daily" record={<PayRecord kind="daily" />} />;
export const HourSalary = () => <ContractsAgent kind="hourly" record={<PayRecord kind="hourly" />} />;
export const RealtimeSalary = () => <ContractsAgent kind="realTime" record={<PayRecord kind="realTime" />} />;
