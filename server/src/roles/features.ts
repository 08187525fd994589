import { agentContractsRoutes } from "../features/agentContracts/agentContracts.routes.ts";
import { accountsRoutes } from "../core/accounts/accounts.routes.ts";
import { agentsRoutes } from "../core/agents/agents.routes.ts";
import { auditRoutes } from "../core/audit/audit.routes.ts";
import { countriesRoutes } from "../core/countries/countries.routes.ts";
import { dispatchesRoutes } from "../core/dispatches/dispatches.routes.ts";
import { imagesRoutes } from "../core/images/images.routes.ts";
import { limitsRoutes } from "../core/limits/limits.routes.ts";
import { phonesRoutes } from "../core/phones/phones.routes.ts";
import { screeningRoutes } from "../core/screening/screening.routes.ts";
import { sessionsRoutes } from "../core/sessions/sessions.routes.ts";
import { settingsRoutes } from "../core/settings/settings.routes.ts";
import { vendorsRoutes } from "../core/vendors/vendors.routes.ts";
import { walletRoutes } from "../core/wallet/wallet.routes.ts";
import { bonusesRoutes } from "../features/bonuses/bonuses.routes.ts";
import { adjustmentsRoutes } from "../features/adjustments/adjustments.routes.ts";
import { amlRoutes } from "../features/aml/aml.routes.ts";
import { captchaRoutes } from "../features/captcha/captcha.routes.ts";
import { chatsRoutes } from "../features/chats/chats.routes.ts";
import { commissionsRoutes } from "../features/commissions/commissions.routes.ts";
import { contentRoutes } from "../features/content/content.routes.ts";
import { depositsRoutes } from "../features/deposits/deposits.routes.ts";
import { factorsRoutes } from "../features/factors/factors.routes.ts";
import { drawsRoutes } from "../features/draws/draws.routes.ts";
import { eligibilityRoutes } from "../features/eligibility/eligibility.routes.ts";
import { envelopesRoutes } from "../features/envelopes/envelopes.routes.ts";
import { favouritesRoutes } from "../features/favourites/favourites.routes.ts";
import { feedbackRoutes } from "../features/feedback/feedback.routes.ts";
import { freeRoundsRoutes } from "../features/freeRounds/freeRounds.routes.ts";
import { gatewayRoutes } from "../features/gateway/gateway.routes.ts";
import { houseRoutes } from "../features/house/house.routes.ts";
import { identitiesRoutes } from "../features/identities/identities.routes.ts";
import { gamesRoutes } from "../features/games/games.routes.ts";
import { jackpotsRoutes } from "../features/jackpots/jackpots.routes.ts";
import { layoutsRoutes } from "../features/layouts/layouts.routes.ts";
import { lotteryRoutes } from "../features/lottery/lottery.routes.ts";
import { membersRoutes } from "../features/members/members.routes.ts";
import { messagesRoutes } from "../features/messages/messages.routes.ts";
import { operatorsRoutes } from "../features/operators/operators.routes.ts";
import { partnersRoutes } from "../features/partners/partners.routes.ts";
import { passkeysRoutes } from "../features/passkeys/passkeys.routes.ts";
import { payoutAccountsRoutes } from "../features/payoutAccounts/payoutAccounts.routes.ts";
import { pointsRoutes } from "../features/points/points.routes.ts";
import { prizeDrawsRoutes } from "../features/prizeDraws/prizeDraws.routes.ts";
import { privacyRoutes } from "../features/privacy/privacy.routes.ts";
import { protectionRoutes } from "../features/protection/protection.routes.ts";
import { pvpRoutes } from "../features/pvp/pvp.routes.ts";
import { recentsRoutes } from "../features/recents/recents.routes.ts";
import { recoveriesRoutes } from "../features/recoveries/recoveries.routes.ts";
import { rebatesRoutes } from "../features/rebates/rebates.routes.ts";
import { referralsRoutes } from "../features/referrals/referrals.routes.ts";
import { reportsRoutes } from "../features/reports/reports.routes.ts";
import { reconciliationRoutes } from "../features/reconciliation/reconciliation.routes.ts";
import { returnsRoutes } from "../features/returns/returns.routes.ts";
import { rewardsRoutes } from "../features/rewards/rewards.routes.ts";
import { roundsRoutes } from "../features/rounds/rounds.routes.ts";
import { seedsRoutes } from "../features/seeds/seeds.routes.ts";
import { settlementsRoutes } from "../features/settlements/settlements.routes.ts";
import { signalsRoutes } from "../features/signals/signals.routes.ts";
import { siteRoutes } from "../features/site/site.routes.ts";
import { tablesRoutes } from "../features/tables/tables.routes.ts";
import { teamsRoutes } from "../features/teams/teams.routes.ts";
import { ticketsRoutes } from "../features/tickets/tickets.routes.ts";
import { transfersRoutes } from "../features/transfers/transfers.routes.ts";
import { verificationsRoutes } from "../features/verifications/verifications.routes.ts";
import { venuesRoutes } from "../features/venues/venues.routes.ts";
import { leaderboardsRoutes } from "../features/leaderboards/leaderboards.routes.ts";
import { missionsRoutes } from "../features/missions/missions.routes.ts";
import { rafflesRoutes } from "../features/raffles/raffles.routes.ts";
import { tournamentsRoutes } from "../features/tournaments/tournaments.routes.ts";
import { campaignsRoutes } from "../features/campaigns/campaigns.routes.ts";
import { vipRoutes } from "../features/vip/vip.routes.ts";
import { winnersRoutes } from "../features/winners/winners.routes.ts";
import { withdrawalsRoutes } from "../features/withdrawals/withdrawals.routes.ts";
import type { BoundRoute } from "../platform/routes.ts";

/** Every endpoint of the platform. A new feature is a line here. */
export const allRoutes: readonly BoundRoute[] = [
  ...agentContractsRoutes,
  ...accountsRoutes,
  ...adjustmentsRoutes,
  ...agentsRoutes,
  ...amlRoutes,
  ...auditRoutes,
  ...bonusesRoutes,
  ...captchaRoutes,
  ...chatsRoutes,
  ...commissionsRoutes,
  ...contentRoutes,
  ...countriesRoutes,
  ...depositsRoutes,
  ...factorsRoutes,
  ...eligibilityRoutes,
  ...favouritesRoutes,
  ...feedbackRoutes,
  ...drawsRoutes,
  ...dispatchesRoutes,
  ...freeRoundsRoutes,
  ...gamesRoutes,
  ...gatewayRoutes,
  ...houseRoutes,
  ...identitiesRoutes,
  ...imagesRoutes,
  ...jackpotsRoutes,
  ...layoutsRoutes,
  ...limitsRoutes,
  ...lotteryRoutes,
  ...membersRoutes,
  ...messagesRoutes,
  ...operatorsRoutes,
  ...partnersRoutes,
  ...passkeysRoutes,
  ...payoutAccountsRoutes,
  ...phonesRoutes,
  ...pointsRoutes,
  ...prizeDrawsRoutes,
  ...privacyRoutes,
  ...pvpRoutes,
  ...protectionRoutes,
  ...recentsRoutes,
  ...recoveriesRoutes,
  ...rebatesRoutes,
  ...referralsRoutes,
  ...reportsRoutes,
  ...reconciliationRoutes,
  ...returnsRoutes,
  ...rewardsRoutes,
  ...roundsRoutes,
  ...screeningRoutes,
  ...seedsRoutes,
  ...sessionsRoutes,
  ...settingsRoutes,
  ...settlementsRoutes,
  ...signalsRoutes,
  ...siteRoutes,
  ...tablesRoutes,
  ...teamsRoutes,
  ...ticketsRoutes,
  ...transfersRoutes,
  ...verificationsRoutes,
  ...vendorsRoutes,
  ...venuesRoutes,
  ...campaignsRoutes,
  ...envelopesRoutes,
  ...leaderboardsRoutes,
  ...missionsRoutes,
  ...rafflesRoutes,
  ...tournamentsRoutes,
  ...vipRoutes,
  ...walletRoutes,
  ...winnersRoutes,
  ...withdrawalsRoutes,
];
