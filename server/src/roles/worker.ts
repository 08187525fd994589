import { sweepExpired } from "../core/sessions/sessions.ts";
import { expireDeposits } from "../features/deposits/deposits.ts";
import { countPopularity } from "../features/games/games.ts";
import { messageSubscribers } from "../features/messages/messages.subscribers.ts";
import { sendPayout } from "../features/withdrawals/withdrawals.payout.ts";
import { closeUnanswered } from "../features/withdrawals/withdrawals.ts";
import type { Work } from "../platform/jobs.ts";

/** Everything that happens without a request: jobs, what features hear of each other, and what runs by the clock. */
export const work: Work = {
  jobs: {
    "sessions:sweep": async (_payload, { database, clock }) => database.begin((tx) => sweepExpired(tx, clock.now())),
    "games:countPopularity": async (_payload, { database, clock }) => database.begin((tx) => countPopularity(tx, clock.now())),
    "deposits:expire": async (_payload, { database, clock }) => database.begin((tx) => expireDeposits(tx, clock.now())),
    "withdrawals:closeUnanswered": async (_payload, { database, clock }) => database.begin((tx) => closeUnanswered(tx, clock.now())),
    "withdrawals:payout": async ({ withdrawalId }, platform) => sendPayout(platform, String(withdrawalId)),
  },
  subscribers: messageSubscribers,
  crontab: ["*/10 * * * * sessions:sweep", "*/10 * * * * games:countPopularity", "* * * * * deposits:expire", "* * * * * withdrawals:closeUnanswered"].join(
    "\n",
  ),
};
