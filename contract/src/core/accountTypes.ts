/** Member `type` numbers: the agent types are the specification's; 0 is our choice for an ordinary player. */
export const accountTypes = { player: 0, agent: 1, seniorAgent: 2, affiliate: 41, seniorAffiliate: 42, trial: 4 } as const;
export type AccountType = (typeof accountTypes)[keyof typeof accountTypes];

const agentTypes: readonly number[] = [1, 2, 41, 42];

/** True for the four agent types of the specification (1, 2, 41, 42). */
export const isAgentType = (type: number): boolean => agentTypes.includes(type);
export const isTrialType = (type: number): boolean => type === accountTypes.trial;
