export const registrationTypes = ["username", "mobile"] as const;
/** By which of the two a newcomer registers. */
export type RegistrationType = (typeof registrationTypes)[number];
