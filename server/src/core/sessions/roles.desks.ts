/** What the second officer of free rounds needs, and whoever stops them. */
export const freeRoundsDesk = ["freeRounds.list", "freeRounds.proposals", "freeRounds.confirm", "freeRounds.decline", "freeRounds.cancel"] as const;

/** Who keeps the tables' chats. */
export const chatsDesk = ["chats.queue", "chats.hide", "chats.keep", "chats.mutes", "chats.mute", "chats.unmute", "chats.rooms", "chats.setRoom"] as const;

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
] as const;

/** Partners and their rounds, as whoever watches them reads them. */
export const partnersRead = ["partners.list", "partners.get", "partners.rounds"] as const;
