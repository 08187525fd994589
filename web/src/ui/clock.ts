import { createContext, use } from "react";

/** What tells the time here: the device, until a site gives its server's clock. */
const ClockContext = createContext<() => number>(Date.now);
export const ClockProvider = ClockContext.Provider;

/** Reads the clock of the site: milliseconds since 1970. */
export const useClock = (): (() => number) => use(ClockContext);
