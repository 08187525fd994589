import { text } from "./text.ts";

/** Why someone of the staff does it: it stands in the staff log. */
export const Reason = text({ min: 3, max: 200 });
