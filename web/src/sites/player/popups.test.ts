import { expect, test } from "vitest";
import { isQuietPlace, nextPopup, popupOrder, type PopupName, type Turn } from "./popups.ts";

const all = (turn: Turn): Record<PopupName, Turn> => Object.fromEntries(popupOrder.map((name) => [name, turn])) as Record<PopupName, Turn>;

test("popups come one after the other in their order, and none overtakes one that is not known yet", () => {
  const turns = all("due");
  const seen: PopupName[] = [];
  for (let next = nextPopup(turns); next !== undefined; next = nextPopup(turns)) {
    seen.push(next);
    turns[next] = "over";
  }
  expect(seen).toEqual(["disclaimer", "consents", "welcome", "announcement", "notice", "venue", "verification"]);
  expect(nextPopup({ ...all("due"), disclaimer: "over", consents: "unknown" })).toBeUndefined();
  expect(nextPopup(all("over"))).toBeUndefined();
});

test("nothing comes over a game or over what somebody opened by its address", () => {
  expect(["/room/DICE", "/seamless", "/vnLottery", "/member/withdraw", "/help", "/login", "/register"].filter((path) => !isQuietPlace(path))).toEqual([]);
  expect(["/", "/promotions", "/rng", "/helpful", "/blog/a-post"].filter(isQuietPlace)).toEqual([]);
});
