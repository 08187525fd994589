import type { DemoAccount } from "@laro/contract/site";
import type { z } from "zod";

/** What everyone in the demo world logs in with. */
export const DEMO_PASSWORD = "Demo-world-1";

/** The payment password of the demo members. */
export const DEMO_PAYMENT_PASSWORD = "246810";

/** The people of the sandbox whom anyone may be; plainly demo, and absent from every other pack. */
export const demoAccounts: readonly z.infer<typeof DemoAccount>[] = [
  {
    site: "player",
    name: "demoplayer",
    password: DEMO_PASSWORD,
    paymentPassword: DEMO_PAYMENT_PASSWORD,
    what: "a player with a balance, a record and a payout account",
  },
  { site: "agent", name: "demoagent", password: DEMO_PASSWORD, paymentPassword: DEMO_PAYMENT_PASSWORD, what: "an agent with a team" },
  { site: "console", name: "demofinance", password: DEMO_PASSWORD, what: "a cashier officer" },
  { site: "console", name: "demofinance2", password: DEMO_PASSWORD, what: "a second cashier officer, for what two must decide" },
  { site: "console", name: "demoagents", password: DEMO_PASSWORD, what: "an officer for agents: marketing and risk" },
  { site: "console", name: "demoadmin", password: DEMO_PASSWORD, what: "an operator who may do everything" },
  { site: "console", name: "demoadmin2", password: DEMO_PASSWORD, what: "a second one, for what two must decide" },
];
