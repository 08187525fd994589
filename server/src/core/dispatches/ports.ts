import type { Config } from "../../platform/config.ts";
import type { LetterPort, Letters } from "../../platform/letters.ts";

/** Where no provider is configured the row is the delivery: staff of a sandbox read it in the console. */
const outbox: LetterPort = { send: async ({ id }) => ({ reference: id }) };

/** The ways out a process is configured with. */
export const openLetters = (_config: Config): Letters => ({ sms: outbox, email: outbox });
