/** What the second officer of free rounds needs, and whoever stops them. */
export const freeRoundsDesk = ["freeRounds.list", "freeRounds.proposals", "freeRounds.confirm", "freeRounds.decline", "freeRounds.cancel"] as const;

/** Who keeps the tables' chats. */
export const chatsDesk = ["chats.queue", "chats.hide", "chats.keep", "chats.mutes", "chats.mute", "chats.unmute", "chats.rooms", "chats.setRoom"] as const;

/** The draws of tables and of lotteries, and what each may come to cost. */
export const drawsDesk = ["tables.desk", "tables.draws", "lottery.desk", "lottery.worst"] as const;

/** Vendors' calls, as whoever watches them reads them. */
export const vendorsRead = [
  "gateway.list",
  "gateway.get",
  "gateway.hour",
  "gateway.faults",
  "gateway.search",
  "gateway.returns",
  "gateway.rounds",
  "gateway.transfers",
  "gateway.prizes",
] as const;

/** What of vendors' money is looked at, and decided by two officers. */
export const vendorsMoney = [
  ...(["gateway.list", "gateway.search", "gateway.returns"] as const),
  ...(["gateway.rounds", "gateway.proposeRound", "gateway.confirmRound", "gateway.declineRound"] as const),
  ...(["gateway.transfers", "gateway.proposeTransfer", "gateway.confirmTransfer", "gateway.declineTransfer"] as const),
  ...(["gateway.prizes", "gateway.proposePrize", "gateway.confirmPrize", "gateway.declinePrize"] as const),
] as const;

/** Campaigns: who watches them, who writes them, and who decides what marketing submitted. */
export const campaignsRead = ["campaigns.all"] as const;
export const campaignsMarketing = [
  ...(["campaigns.all", "campaigns.save", "campaigns.submit", "campaigns.approve", "campaigns.decline"] as const),
  ...(["campaigns.pause", "campaigns.resume", "campaigns.stop"] as const),
  ...(["campaigns.applications", "campaigns.take", "campaigns.decide", "campaigns.openPicture"] as const),
] as const;
export const campaignsFinance = ["campaigns.all", "campaigns.approve", "campaigns.decline", "campaigns.stop"] as const;

/** Who writes what the sites say. */
export const contentDesk = [
  "content.list",
  "content.overview",
  "content.get",
  "content.version",
  "content.history",
  "content.create",
  "content.save",
  "content.publish",
  "content.retire",
  "content.rollback",
  "content.discard",
  "content.order",
  "content.sanitise",
  "content.previewTicket",
  "content.pictures",
  "content.uploadPicture",
  "content.setFocus",
] as const;

/** Members, as whoever works with them finds and reads them. */
export const membersRead = ["members.list", "members.find", "members.open", "members.notes"] as const;

/** The VIP desk, as whoever watches it reads it, and who decides its tables. */
export const vipRead = ["vip.table", "vip.members", "vip.payouts", "vip.weekCsv", "vip.hosts"] as const;
export const vipMarketing = [...vipRead, "vip.proposeLevels", "vip.confirmLevels", "vip.declineLevels", "vip.saveHost", "vip.assign"] as const;
export const vipFinance = ["vip.table", "vip.payouts", "vip.weekCsv", "vip.confirmLevels", "vip.declineLevels"] as const;
export const vipSupport = ["vip.table", "vip.members", "vip.hosts", "vip.assign"] as const;

/** Rebates, as whoever watches them reads them, and who decides their rates. */
export const rebatesRead = ["rebates.rates", "rebates.days", "rebates.dayCsv"] as const;
export const rebatesMarketing = [...rebatesRead, "rebates.proposeRates", "rebates.confirmRates", "rebates.declineRates"] as const;
export const rebatesFinance = [...rebatesRead, "rebates.confirmRates", "rebates.declineRates"] as const;

/** Partners and their rounds, as whoever watches them reads them. */
export const partnersRead = ["partners.list", "partners.get", "partners.rounds", "partners.freeRounds"] as const;

/** The mall of points: what is offered in it, and what is bet for a point. */
export const pointsMall = [
  ...(["points.items", "points.saveItem", "points.ratios"] as const),
  ...(["points.proposeRatios", "points.confirmRatios", "points.declineRatios"] as const),
  ...(["prizeDraws.eggTable", "prizeDraws.eggVersions", "prizeDraws.proposeEggs", "prizeDraws.confirmEggs", "prizeDraws.declineEggs"] as const),
] as const;

/** What was redeemed, and what all points are worth. */
export const pointsRedeems = [
  ...(["points.queue", "points.approve", "points.reject", "points.sent", "points.redeemsCsv"] as const),
  ...(["points.items", "points.ratios", "points.confirmRatios", "points.declineRatios"] as const),
  ...(["prizeDraws.eggTable", "prizeDraws.eggVersions", "prizeDraws.confirmEggs", "prizeDraws.declineEggs"] as const),
] as const;
