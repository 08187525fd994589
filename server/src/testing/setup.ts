import { startTestDatabase } from "./database.ts";

/** Vitest's global setup: one database server for the whole run. */
export default startTestDatabase;
