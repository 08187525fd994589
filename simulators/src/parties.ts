/** The sandbox's foreign parties in one process: every test vendor, and the test casino. Environment: of `vendor.ts` and of `operator.ts`. */
import "./vendor.ts";
import { start } from "./operator.ts";

start();
