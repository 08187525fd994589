import { useT } from "../../../api/language.ts";

/** In the place of a round that nobody played to a decision. */
export function GivenBack() {
  return <p className="grid flex-1 content-center text-center text-muted">{useT()("rounds.steps.givenBackWhy")}</p>;
}
