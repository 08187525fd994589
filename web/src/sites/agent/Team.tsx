import { TeamAgent } from "../../features/agents/Team.agent.tsx";

/** The team with its invitation. */
export const Team = () => <TeamAgent />;
