import { ContractsAgent } from "../../features/agentContracts/Contracts.agent.tsx";

/** The pages of the four kinds of contract. */
export const Dividend = () => <ContractsAgent kind="dividend" />;
export const DailyWages = () => <ContractsAgent kind="daily" />;
export const HourSalary = () => <ContractsAgent kind="hourly" />;
export const RealtimeSalary = () => <ContractsAgent kind="realTime" />;
