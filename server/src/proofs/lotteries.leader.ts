/** A process that leads one lottery until nothing is due or it is killed: `node lotteries.leader.ts CODE`, its database in `DATABASE_URL`. */
import { LotteryLeader } from "../features/lottery/lottery.leader.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { openPlatform } from "../roles/platform.ts";

const config = readConfig(process.env);
const opened = await openPlatform({ config, keys: await loadKeys(config), url: config.databaseUrl!, clock: systemClock, log: createLog("silent") });
const leader = new LotteryLeader(opened.platform, config.databaseUrl!, { only: [process.argv[2]!] });
await leader.look();
await leader.look();
await leader.close();
await opened.close();
