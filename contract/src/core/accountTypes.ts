/** Member `type` numbers: the agent types are the specification's; 0 is our choice for an ordinary player. */
export const accountTypes = { player: 0, agent: 1, seniorAgent: 2, affiliate: 41, seniorAffiliate: 42, trial: 4 } as const;
export type AccountType = (typeof accountTypes)[keyof typeof accountTypes];

const agentTypes: readonly number[] = [1, 2, 41, 42];

/** True for the four agent types of the specification (1, 2, 41, 42). */
export const isAgentType = (type: number): boolean => agentTypes.includes(type);
export const isTrialType = (type: number): boolean => type === accountTypes.trial;

/** Trial accounts are opened by nobody. */
export type OpenedType = Exclude<AccountType, typeof accountTypes.trial>;

/** Which types an agent of a type may open below (ENTITY-03); the market says which of them there are. */
const opened: Readonly<Partial<Record<number, readonly OpenedType[]>>> = { 2: [1, 41, 0], 1: [1, 41, 0], 42: [41, 0], 41: [0] };

/** The types of account that may stand directly below one of a type: none below a player. */
export const typesBelow = (type: number): readonly OpenedType[] => opened[type] ?? [];
