import { z } from "zod";

/** Why someone of the staff does it: it stands in the staff log. */
export const Reason = z.string().trim().min(3).max(200);
