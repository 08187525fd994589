/** A process that settles one draw as a table's leader does, until it is over or killed: `node draws.settler.ts DRAW`, its database in `DATABASE_URL`. */
import { settleDraw } from "../core/draws/settle.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { openPlatform } from "../roles/platform.ts";

const config = readConfig(process.env);
const opened = await openPlatform({ config, keys: await loadKeys(config), url: config.databaseUrl!, clock: systemClock, log: createLog("silent") });
const { database, clock, timeZone } = opened.platform;
await settleDraw(database, () => ({ now: clock.now(), timeZone }), BigInt(process.argv[2]!));
await opened.close();
