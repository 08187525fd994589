export const HOME = "/agentHome";
/** The page an agent arrives at; its address is `HOME`. */
export const LANDING = "agentTeamOverview";

export const pathOf = (key: string): string => (key === LANDING ? HOME : `${HOME}/${key}`);
