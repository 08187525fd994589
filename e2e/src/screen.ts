import type { Page } from "playwright-core";
import type { Onlooker } from "./onlookers.ts";

/** A picture of the gallery. */
export interface Screen {
  readonly name: string;
  readonly for: Onlooker;
  readonly path: string;
  /** What happens before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** What is done on the page before it is what it should be. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** What is done there is done by no English word, so that other languages can be looked at. */
  readonly inAnyLanguage?: boolean;
  /** Statuses of the refusals it takes to get there. */
  readonly refusals?: readonly number[];
}
