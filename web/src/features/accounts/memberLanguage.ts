import { accounts } from "@laro/contract/accounts";
import { call } from "../../api/call.ts";
import type { Language } from "../../api/language.ts";
import { readToken } from "../../api/session.ts";

/** Messages are written in the member's language, so the server learns of the choice. */
export async function keepMemberLanguage(language: Language): Promise<void> {
  if (readToken() !== null) await call(accounts.setLanguage, { language });
}
