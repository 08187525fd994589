import { expect, test } from "vitest";
import en from "../en.json" with { type: "json" };
import tl from "../tl.json" with { type: "json" };
import { translatorFor } from "./compiled.ts";

/** Where English has two spellings the project writes the other one: centre, favourite, licence, colour. */
const OTHER = /\b(center|favorite|license\b|color)/i;
/** The names of an ICU message's branches and values are not read by anyone. */
const NAMES = /\{\w+, select,|\b\w+(?= \{)|\{\w+\}/g;

/** The specification's own labels (AGENT-13, ENTITY-28). */
const SPECIFIED: readonly (string | undefined)[] = ["Register center", "Driver's License", "Firearms License"];

const findOther = (words: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(words).filter((key) => !SPECIFIED.includes(words[key]) && OTHER.test((words[key] ?? "").replaceAll(NAMES, "")));

test("each English word of the site has one spelling", () => {
  expect(findOther(en)).toEqual([]);
  expect(findOther({ planted: "See the help center.", branch: "{page, select, favorite {Favourites} other {}}", value: "{color}" })).toEqual(["planted"]);
});

/** By the specification's codes. */
const gameTypes = "LOTT ELOTT LIVE RNG FISH SPORTS ESPORTS PVP HOT HOME PROMO FAV RECENT COCKFIGHT NEW_GAME FEEDBACK BGS NEW PROVIDER TCG_SEA".split(" ");

test.each(["EN", "TY"])("in %s each of the 21 kinds of games has a label of its own, ALL for whatever is none of them [ENTITY-54]", (language) => {
  const t = translatorFor(language);
  const all = t("games.type", { type: "ALL" });
  expect(all).toMatch(/^\p{L}+$/u);
  for (const type of gameTypes) expect([type, t("games.type", { type })]).toEqual([type, expect.not.stringMatching(`^(${all}|${type})?$`)]);
});

/** What the specification names by its key; some stand under the part of the site that says them. */
const named =
  "site.game_maintenance site.info_maintenance site.blockip site.info_ip_block accounts.local_please_enter_code accounts.invitation_code_error recoveries.in_been_out local_age_21 activity_apply_remark_limit2 activity_apply_remark_limit3 please_upload_front please_upload_back please_upload_selfie upload_success copy_success".split(
    " ",
  );

test("every text the specification names by a key is there in each language, in words of its own [I18N-10]", () => {
  for (const key of named) {
    const said = Object.values({ en, tl }).map((words: Readonly<Record<string, string>>) => words[key]);
    expect([key, said, new Set(said).size]).toEqual([key, [expect.stringMatching(/ |^\p{L}{4,}$/u), expect.stringMatching(/ |^\p{L}{4,}$/u)], 2]);
  }
});
