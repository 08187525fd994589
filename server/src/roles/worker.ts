import { sweepExpired } from "../core/sessions/sessions.ts";
import { rollUpPlay } from "../core/wallet/playDays.ts";
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
    "wallet:rollUpPlay": async (_payload, { database, clock, timeZone }) => database.begin((tx) => rollUpPlay(tx, { now: clock.now(), timeZone })),
    "games:countPopularity": async (_payload, { database, clock }) => database.begin((tx) => countPopularity(tx, clock.now())),
    "deposits:expire": async (_payload, { database, clock }) => database.begin((tx) => expireDeposits(tx, clock.now())),
    "withdrawals:closeUnanswered": async (_payload, { database, clock }) => database.begin((tx) => closeUnanswered(tx, clock.now())),
    "withdrawals:payout": async ({ withdrawalId }, platform) => sendPayout(platform, String(withdrawalId)),
  },
  subscribers: messageSubscribers,
  crontab: [
    "*/10 * * * * sessions:sweep",
    "*/10 * * * * games:countPopularity",
    "*/20 * * * * wallet:rollUpPlay",
    "* * * * * deposits:expire",
    "* * * * * withdrawals:closeUnanswered",
  ].join("\n"),
};
