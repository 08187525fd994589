import { attendAccreditation, listDueAccreditations } from "../core/agents/agents.accreditation.expiry.ts";
import { carryOutMovesOfToday } from "../core/agents/agents.moves.ts";
import { sweepVisits } from "../core/agents/agents.links.ts";
import { endBonusBets } from "../core/bonuses/bonusBets.ts";
import { sweepWindows } from "../core/catalogue/changes.ts";
import { closeDays } from "../core/activity/activity.close.ts";
import { type AfterWindow, gatherPlay } from "../core/activity/activity.gather.ts";
import { letterSubscribers } from "../core/accounts/letters.ts";
import { sweepMembers } from "../core/accounts/screened.ts";
import { expireBonus, listDueBonuses } from "../core/bonuses/bonuses.ts";
import { campaignSubscribers, countParts, countVisits } from "../core/campaigns/campaigns.count.ts";
import { bringNewcomer, newcomerSubscribers } from "../core/campaigns/campaigns.newcomers.ts";
import { attendCampaigns, finishRewards } from "../core/campaigns/campaigns.rewards.ts";
import { settleBoards } from "../core/campaigns/campaigns.settle.ts";
import { finishEnvelopes } from "../core/campaigns/envelopes.ts";
import { settleRaffles } from "../core/campaigns/raffles.ts";
import { sendLetter } from "../core/dispatches/dispatches.send.ts";
import { sweepTrials } from "../core/accounts/trials.ts";
import { sweepDispatches } from "../core/dispatches/dispatches.ts";
import { sweepCodes } from "../core/codes/codes.ts";
import { sweepChanges } from "../core/contacts/changes.ts";
import { sweepUnsigned } from "../core/payments/unsigned.ts";
import { sweepExpired } from "../core/sessions/sweep.ts";
import { earnPoints } from "../core/points/points.earn.ts";
import { openMonths } from "../core/wallet/months.ts";
import { brakeVendors } from "../core/vendors/brake.ts";
import { addToDays, sweepMinutes } from "../core/vendors/counts.ts";
import { sweepFaults } from "../core/vendors/faults.ts";
import { sweepLaunches } from "../core/vendors/launches.ts";
import { takeBackAll } from "../core/vendors/freeRounds.ts";
import { sendFreeRounds } from "../core/vendors/freeRounds.send.ts";
import { readJackpots } from "../core/vendors/jackpots.ts";
import { readPlay } from "../core/vendors/play.ts";
import { lookAtTransfers, recallShutOut } from "../core/vendors/purses.look.ts";
import { sweepRounds } from "../core/vendors/sweep.ts";
import { countJackpots, queueCounts } from "../core/jackpots/pools.ts";
import { payJackpots } from "../core/jackpots/hits.ts";
import { packs } from "../core/settings/packs.ts";
import { attendContracts } from "../features/agentContracts/agentContracts.attend.ts";
import { attendClosedKinds } from "../features/agentContracts/agentContracts.rest.ts";
import { lookForLaundering } from "../features/aml/aml.ts";
import { expireDeposits } from "../features/deposits/deposits.states.ts";
import { chatSubscribers, eraseChats } from "../features/chats/chats.erase.ts";
import { eraseGuests, feedbackSubscribers } from "../features/feedback/feedback.erase.ts";
import { closeSilent } from "../features/feedback/feedback.ts";
import { countPopularity } from "../features/games/games.ts";
import { giveDrawBack } from "../features/house/house.voids.ts";
import { identitySubscribers, sweepAttempts } from "../features/identities/identities.ts";
import { memberSubscribers } from "../features/members/members.proposals.ts";
import { deliverLetter } from "../features/messages/messages.letters.ts";
import { messageSubscribers } from "../features/messages/messages.subscribers.ts";
import { sweepPartnerLaunches } from "../features/partners/partners.launch.ts";
import { continueRounds } from "../features/partners/partners.look.ts";
import { giveMonthsTickets } from "../features/prizeDraws/prizeDraws.months.ts";
import { sealWaiting } from "../features/prizeDraws/prizeDraws.seals.ts";
import { sealOpenSeeds } from "../core/wallet/seeds.sealed.ts";
import { prizeDrawSubscribers } from "../features/prizeDraws/prizeDraws.ts";
import { payoutAccountSubscribers } from "../features/payoutAccounts/payoutAccounts.ts";
import { pointsSubscribers } from "../features/points/points.receiver.ts";
import { voidSilent } from "../features/pvp/pvp.resume.ts";
import { eraseClosed, retainRecords } from "../features/privacy/privacy.erase.ts";
import { payDueRebates } from "../features/rebates/rebates.claim.ts";
import { earnRebates } from "../features/rebates/rebates.earn.ts";
import { payReferrals, referralSubscribers } from "../features/referrals/referrals.pay.ts";
import { keepThinGames } from "../features/rebates/rebates.games.ts";
import { sweepRecoveries } from "../features/recoveries/recoveries.ts";
import { matchAgain } from "../features/reconciliation/reconciliation.match.ts";
import { runLastDays } from "../features/reconciliation/reconciliation.run.ts";
import { listUnmatched } from "../features/reconciliation/reconciliation.purses.ts";
import { reportVendors } from "../features/reconciliation/reconciliation.vendors.ts";
import { computeDue } from "../features/settlements/settlements.compute.ts";
import { payDue } from "../features/settlements/settlements.pay.ts";
import { lookForSignals } from "../features/signals/signals.look.ts";
import { recountExposures } from "../features/tickets/tickets.recount.ts";
import { cashOutShutOut } from "../features/tables/tables.cashOut.ts";
import { eraseUnused, verificationSubscribers } from "../features/verifications/verifications.erase.ts";
import { attendExpiry, listExpiring } from "../features/verifications/verifications.expiry.ts";
import { timeOutRounds } from "../features/rounds/rounds.steps.ts";
import { alertUnpaid, countReturns } from "../features/returns/returns.ts";
import { checkVersions } from "../features/returns/returns.versions.ts";
import { countVip } from "../features/vip/vip.count.ts";
import { settleWeeks } from "../features/vip/vip.settle.ts";
import { gatherWinners } from "../features/winners/winners.ts";
import { sendAgain, sendPayout } from "../features/withdrawals/withdrawals.payout.ts";
import { closeUnanswered, listUnanswered, listUnreminded, remindOfReceipt } from "../features/withdrawals/withdrawals.receipt.ts";
import { sweepDead, type Work } from "../platform/jobs.ts";
import type { Platform } from "../platform/routes.ts";
import { workThrough } from "../platform/rows.ts";

/** What follows from five minutes of play, in the transaction that gathers them. */
const afterWindow: readonly AfterWindow[] = [addToDays, countParts];

/** Everything that happens without a request: jobs, what features hear of each other, and what runs by the clock. */
export const work: Work = {
  jobs: {
    "sessions:sweep": async (_payload, { database, clock, timeZone }) => {
      await sweepExpired(database, clock.now());
      await database.begin((tx) => sweepCodes(tx, clock.now()));
      await sweepDispatches(database, clock.now());
      await database.begin((tx) => sweepChanges(tx, clock.now()));
      await database.begin((tx) => sweepRecoveries(tx, clock.now()));
      await database.begin((tx) => sweepAttempts(tx, clock.now()));
      await database.begin((tx) => sweepTrials(tx, clock.now()));
      await sweepLaunches(database, clock.now());
      await sweepPartnerLaunches(database, clock.now());
      await sweepVisits(database, { now: clock.now(), timeZone });
    },
    "jobs:sweep": async (_payload, { database }) => sweepDead(database, work.crontab),
    "agents:carryOutMoves": async (_payload, { database, clock, timeZone }) =>
      database.begin(async (tx) => void (await carryOutMovesOfToday(tx, { now: clock.now(), timeZone }))),
    "agents:expireAccreditations": async (_payload, platform) => expireAccreditations(platform),
    "dispatches:send": async ({ dispatchId }, platform) => sendLetter(platform, { id: String(dispatchId), now: platform.clock.now() }),
    "activity:gather": async (_payload, { database, clock, timeZone }) => gatherPlay(database, { now: clock.now(), timeZone }, { afterWindow }),
    "activity:closeDay": async (_payload, platform) => closePast(platform),
    "points:earn": async (_payload, { database, clock, timeZone }) => earnPoints(database, { now: clock.now(), timeZone }),
    "rebates:count": async (_payload, { database, clock, timeZone }) => keepThinGames(database, { now: clock.now(), timeZone }),
    "rebates:earn": async (_payload, { database, clock, timeZone }) => earnRebates(database, { now: clock.now(), timeZone }),
    "rebates:pay": async (_payload, platform) => payDueRebates(platform),
    "wallet:openMonths": async (_payload, { database, clock }) => database.begin((tx) => openMonths(tx, clock.now())),
    "games:countPopularity": async (_payload, { database, clock }) => database.begin((tx) => countPopularity(tx, clock.now())),
    "returns:count": async (_payload, platform) => countReturns(platform),
    "returns:checkVersions": async (_payload, { database, clock }) => database.begin((tx) => checkVersions(tx, clock.now())),
    "tickets:recount": async (_payload, platform) => recountExposures(platform),
    "draws:tellUnpaid": async ({ gameId }, platform) => alertUnpaid(platform, Number(gameId)),
    "draws:giveBack": async ({ drawId }, platform) => giveDrawBack(platform, BigInt(String(drawId))),
    "tables:cashOut": async ({ accountId, at }, platform) => cashOutShutOut(platform, { accountId: BigInt(String(accountId)), at: new Date(String(at)) }),
    "pvp:voidSilent": async (_payload, platform) => voidSilent(platform),
    "rounds:timeOut": async (_payload, platform) => timeOutRounds(platform),
    "jackpots:queue": async (_payload, { database, clock }) => database.begin((tx) => queueCounts(tx, clock.now())),
    "jackpots:count": async (_payload, platform) => countJackpots(platform),
    "jackpots:pay": async (_payload, platform) => payJackpots(platform),
    "freeRounds:takeBack": async ({ accountId }, { database, clock }) =>
      database.begin(async (tx) => {
        const of = { accountId: BigInt(String(accountId)), now: clock.now() };
        await takeBackAll(tx, of);
        await endBonusBets(tx, of);
      }),
    "freeRounds:send": async (_payload, platform) => sendFreeRounds(platform),
    "vendors:brake": async (_payload, platform) => brakeVendors(platform),
    "vendors:readJackpots": async (_payload, platform) => readJackpots(platform),
    "vendors:lookAtTransfers": async (_payload, platform) => lookAtTransfers(platform),
    "vendors:readPlay": async (_payload, platform) => readPlay(platform),
    "vendors:recall": async ({ accountId }, platform) => recallShutOut(platform, BigInt(String(accountId))),
    "vendors:sweepRounds": async (_payload, platform) => sweepRounds(platform),
    "partners:continue": async (_payload, platform) => continueRounds(platform),
    "vip:count": async (_payload, platform) => countVip(platform),
    "vip:settle": async (_payload, platform) => settleWeeks(platform),
    "campaigns:attend": async (_payload, platform) => {
      const { database, clock, timeZone } = platform;
      await database.begin((tx) => countVisits(tx, { now: clock.now(), timeZone }));
      await attendCampaigns(platform);
      await settleBoards(platform);
      await settleRaffles(platform);
      await finishRewards(platform);
    },
    "envelopes:finish": async (_payload, platform) => finishEnvelopes(platform),
    "campaigns:newcomer": async ({ accountId }, platform) => bringNewcomer(platform, BigInt(String(accountId))),
    "winners:gather": async (_payload, { database, clock }) => database.begin((tx) => gatherWinners(tx, clock.now())),
    "bonuses:expire": async (_payload, platform) => expireBonuses(platform),
    "referrals:pay": async (_payload, platform) => payReferrals(platform),
    "prizeDraws:months": async (_payload, platform) => giveMonthsTickets(platform, platform.clock.now()),
    "prizeDraws:seal": async (_payload, platform) => sealWaiting(platform),
    "wallet:sealSeeds": async (_payload, platform) => sealOpenSeeds(platform, "seed"),
    "partners:sealSeeds": async (_payload, platform) => sealOpenSeeds(platform, "partner_seed"),
    "payments:sweepUnsigned": async (_payload, { database, clock }) => sweepUnsigned(database, clock.now()),
    "deposits:expire": async (_payload, { database, clock }) => database.begin((tx) => expireDeposits(tx, clock.now())),
    "feedback:close": async (_payload, { database, clock }) => database.begin((tx) => closeSilent(tx, clock.now())),
    "chats:erase": async (_payload, { database, clock }) => eraseChats(database, clock.now()),
    "feedback:erase": async (_payload, { database, clock }) => eraseGuests(database, clock.now()),
    "verifications:expire": async (_payload, platform) => expireVerifications(platform),
    "agentContracts:lapse": async (_payload, platform) => {
      await attendContracts(platform);
      await attendClosedKinds(platform);
    },
    "privacy:erase": async (_payload, platform) => eraseClosed(platform),
    "privacy:retain": async (_payload, platform) => {
      await retainRecords(platform);
      await eraseUnused(platform.database, platform.clock.now());
    },
    "withdrawals:closeUnanswered": async (_payload, platform) => lookAtPaid(platform),
    "aml:look": async (_payload, { database, clock, timeZone, config }) =>
      lookForLaundering(database, { now: clock.now(), timeZone, pack: packs[config.pack] }),
    "reconciliation:run": async (_payload, platform) => runLastDays(platform),
    "vendors:report": async (_payload, platform) => reportVendors(platform),
    "reconciliation:listUnmatched": async (_payload, platform) => listUnmatched(platform),
    "reconciliation:match": async (_payload, platform) => matchAgain(platform),
    "screening:sweep": async (_payload, { database, clock }) => sweepMembers(database, clock.now()),
    "messages:deliver": async ({ letterId }, platform) => deliverLetter(platform, String(letterId)),
    "signals:look": async (_payload, platform) => lookForSignals(platform),
    "settlements:due": async (_payload, platform) => void (await computeDue(platform)),
    "settlements:pay": async (_payload, platform) => void (await payDue(platform)),
    "vendors:sweep": async (_payload, { database, clock }) => {
      await sweepFaults(database, clock.now());
      await sweepMinutes(database, clock.now());
      await database.begin((tx) => sweepWindows(tx, clock.now()));
    },
    "withdrawals:sendAgain": async (_payload, { database, clock }) => database.begin((tx) => sendAgain(tx, clock.now())),
    "withdrawals:payout": async ({ withdrawalId }, platform) => sendPayout(platform, String(withdrawalId)),
  },
  subscribers: {
    messages: messageSubscribers,
    letters: letterSubscribers,
    identities: identitySubscribers,
    payoutAccounts: payoutAccountSubscribers,
    prizeDraws: prizeDrawSubscribers,
    campaigns: campaignSubscribers,
    referrals: referralSubscribers,
    newcomers: newcomerSubscribers,
    verifications: verificationSubscribers,
    feedback: feedbackSubscribers,
    chats: chatSubscribers,
    members: memberSubscribers,
    points: pointsSubscribers,
  },
  crontab: [
    "*/10 * * * * sessions:sweep",
    "10 * * * * jobs:sweep",
    "*/5 * * * * agents:carryOutMoves",
    "*/10 * * * * games:countPopularity",
    // Five minutes of play are gathered one minute after they end.
    "1,6,11,16,21,26,31,36,41,46,51,56 * * * * activity:gather",
    "*/5 * * * * activity:closeDay",
    // What was gathered a minute ago, and days that closed.
    "2,7,12,17,22,27,32,37,42,47,52,57 * * * * vip:count",
    "4,9,14,19,24,29,34,39,44,49,54,59 * * * * vip:settle",
    "*/5 * * * * points:earn",
    // The last one of a day is a minute before it ends.
    "4,9,14,19,24,29,34,39,44,49,54,59 * * * * rebates:count ?queue=rebates",
    // Once the levels of a closed day are known.
    "3,8,13,18,23,28,33,38,43,48,53,58 * * * * rebates:earn ?queue=rebates",
    "4,9,14,19,24,29,34,39,44,49,54,59 * * * * rebates:pay ?queue=rebatePayments",
    "* * * * * tickets:recount",
    "*/10 * * * * returns:count",
    "17 * * * * returns:checkVersions",
    "* * * * * pvp:voidSilent",
    "40 * * * * wallet:openMonths",
    "45 * * * * payments:sweepUnsigned",
    "*/10 * * * * bonuses:expire",
    "8,18,28,38,48,58 * * * * referrals:pay",
    "12 * * * * prizeDraws:months",
    "2,22,42 * * * * prizeDraws:seal ?queue=seals",
    "6,26,46 * * * * wallet:sealSeeds ?queue=seals",
    "7,27,47 * * * * partners:sealSeeds ?queue=seals",
    "*/15 * * * * aml:look",
    "9,24,39,54 * * * * signals:look",
    // Half past midnight in Manila is half past a whole hour here: yesterday is looked at then, and every hour for three days.
    "30 * * * * reconciliation:run",
    "*/15 * * * * reconciliation:match",
    "20 * * * * reconciliation:listUnmatched",
    // A quarter to one in Manila, and every six hours for what is still missing or open.
    "45 4,10,16,22 * * * vendors:report ?queue=reports",
    "25 * * * * feedback:close",
    "35 * * * * feedback:erase",
    "55 * * * * chats:erase",
    "5 * * * * verifications:expire",
    "5 * * * * agents:expireAccreditations",
    "*/10 * * * * agentContracts:lapse",
    "* * * * * jackpots:queue",
    "* * * * * jackpots:pay",
    "* * * * * freeRounds:send",
    "* * * * * vendors:brake",
    "* * * * * vendors:lookAtTransfers ?queue=transfers",
    "* * * * * vendors:readJackpots",
    "*/2 * * * * vendors:readPlay",
    "*/5 * * * * vendors:sweepRounds",
    "* * * * * partners:continue ?queue=partners",
    "* * * * * winners:gather",
    "* * * * * campaigns:attend",
    "* * * * * envelopes:finish",
    "* * * * * rounds:timeOut",
    "20 * * * * privacy:erase",
    // A quarter past four in Manila.
    "15 20 * * * privacy:retain",
    "15 * * * * vendors:sweep",
    "50 * * * * screening:sweep",
    "* * * * * settlements:due",
    "* * * * * settlements:pay",
    "* * * * * deposits:expire",
    "* * * * * withdrawals:closeUnanswered",
    "*/10 * * * * withdrawals:sendAgain",
  ].join("\n"),
};

/** A day that does not add up waits for a person, and all after it with it. */
async function closePast({ database, clock, timeZone, log }: Platform): Promise<void> {
  const fault = await closeDays(database, { now: clock.now(), timeZone });
  if (fault !== undefined) log.error(fault, "a day's facts do not add up");
}

async function expireBonuses(platform: Platform): Promise<void> {
  const { database, clock, timeZone } = platform;
  const now = clock.now();
  await workThrough(platform, {
    job: "bonuses:expire",
    find: (after) => listDueBonuses(database.db, { now, after }),
    each: (tx, bonus) => expireBonus(tx, { now, timeZone }, bonus),
  });
}

/** Ends approvals whose document is over, and writes before it is. */
async function expireVerifications(platform: Platform): Promise<void> {
  const { database, clock, timeZone } = platform;
  const now = clock.now();
  await workThrough(platform, {
    job: "verifications:expire",
    find: (after) => listExpiring(database.db, { now, timeZone, after }),
    each: (tx, due) => attendExpiry(tx, { now }, due),
  });
}

/** Ends accreditations whose last day is over, and writes before it comes. */
async function expireAccreditations(platform: Platform): Promise<void> {
  const { database, clock, timeZone } = platform;
  const now = clock.now();
  await workThrough(platform, {
    job: "agents:expireAccreditations",
    find: (after) => listDueAccreditations(database.db, { now, timeZone, after }),
    each: (tx, due) => attendAccreditation(tx, { now }, due),
  });
}

/** Counts the silence of those whose time is over as receipt, and reminds those whose time is half over. */
async function lookAtPaid(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const now = clock.now();
  const job = "withdrawals:closeUnanswered";
  await workThrough(platform, { job, find: (after) => listUnanswered(database.db, { now, after }), each: (tx, { id }) => closeUnanswered(tx, { id, now }) });
  await workThrough(platform, { job, find: (after) => listUnreminded(database.db, { now, after }), each: (tx, due) => remindOfReceipt(tx, { ...due, now }) });
}
