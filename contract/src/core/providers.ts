/** Whose word for somebody is taken. */
export const providers = ["google", "facebook"] as const;
