import { defineConfig } from "vitest/config";

/** The tidy tests read files only, so `npm run check` spares them the database of a whole run. */
export default defineConfig({ test: { include: ["scripts/tidy*.test.ts"], testTimeout: 60_000 } });
