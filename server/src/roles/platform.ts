import { translatorFor } from "@laro/locales/compiled";
import { sayRefusal } from "@laro/locales/refusals";
import { recordEntries } from "../core/audit/audit.ts";
import { ChainWriter } from "../core/audit/chain.ts";
import { watchStakes } from "../core/catalogue/stakes.ts";
import { CATALOGUE_ENDPOINT, forgetCatalogue } from "../core/catalogue/view.ts";
import { checkCountries, watchCountries } from "../core/countries/countries.ts";
import { openLetters } from "../core/dispatches/ports.ts";
import { createSealOpener } from "../core/sessions/seal.ts";
import { checkProof, Sessions } from "../core/sessions/sessions.ts";
import { packs } from "../core/settings/packs.ts";
import { keepMarket } from "../core/settings/settings.ts";
import { watchSite } from "../core/settings/watch.ts";
import { CAREFUL_AT_ONCE_MAX } from "../core/wallet/carefulLine.ts";
import { Ledger } from "../core/wallet/ledger.ts";
import { VendorLedger } from "../core/wallet/vendorCalls.ts";
import { alignWallets, findOwners } from "../core/wallet/wallet.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { openDatabase, type Access } from "../platform/db.ts";
import type { Keys } from "../platform/keys.ts";
import { Live, sparing } from "../platform/live.ts";
import type { Log } from "../platform/log.ts";
import type { Gatekeeper, Platform } from "../platform/routes.ts";
import { Witness } from "../platform/witness.ts";

export interface OpenPlatform {
  readonly platform: Platform;
  readonly gatekeeper: Gatekeeper;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What is read again once a wallet moved: its balance, and the bonuses that its stakes may have filled. */
const MOVED_ENDPOINTS = ["wallet.balance", "bonuses.rewards", "rewards.summary"] as const;

/** What reads much has few connections of its own: a login, a bet or a payout never waits for one of them. */
const REPORT_CONNECTIONS = 3;

/** Opens what every role needs: database, ledger, live channel, sessions. */
export async function openPlatform(parts: PlatformParts): Promise<OpenPlatform> {
  const open = assemblePlatform(parts);
  await keepPack(open);
  await open.platform.live.start();
  return open;
}

/** What the pack asks of members, where the ledger reads it: another pack than before has every wallet looked at again. */
export async function keepPack({ platform: { config, database, clock } }: OpenPlatform): Promise<void> {
  const isOther = await database.begin((tx) => keepMarket(tx, { pack: packs[config.pack], now: clock.now() }));
  if (isOther) await alignWallets(database);
}

interface PlatformParts {
  readonly config: Config;
  readonly keys: Keys;
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the database is used in another way than usual. */
  readonly access?: Pick<Access, "connections" | "settings">;
}

/** All of it before the database has its tables: nothing is connected yet. */
export function assemblePlatform({ config, keys, url, clock, log, access = {} }: PlatformParts): OpenPlatform {
  checkCountries(config);
  const stopWatching = watchCountries(config, log);
  const database = openDatabase(url, access);
  const reports = openDatabase(url, { ...access, connections: REPORT_CONNECTIONS });
  const careful = openDatabase(url, { ...access, connections: CAREFUL_AT_ONCE_MAX });
  const live = new Live({ url, log });
  live.onStale([CATALOGUE_ENDPOINT], () => [database, reports].forEach(({ db }) => forgetCatalogue(db)));
  watchStakes({ database, reports, live });
  const { timeZone } = packs[config.pack];
  const tellOwners = async (moved: ReadonlyMap<bigint, string | undefined>): Promise<void> => {
    const owners = await findOwners(database.db, [...moved.keys()]);
    const told = [...moved].flatMap(([walletId, session]) => {
      const owner = owners.get(walletId);
      return owner === undefined ? [] : [session === undefined ? (`member:${owner}` as const) : sparing(`member:${owner}`, session)];
    });
    live.stale(MOVED_ENDPOINTS, told);
  };
  const ledger = new Ledger({
    url,
    settings: access.settings ?? {},
    timeZone,
    keys,
    clock,
    db: database.db,
    carefulDb: careful.db,
    moved: (moved) => void tellOwners(moved).catch((error: Error) => log.warn({ fault: error.message }, "owners not told")),
  });
  const vendorLedger = new VendorLedger({
    url,
    settings: access.settings ?? {},
    timeZone,
    clock,
    carefulDb: careful.db,
    isHouseAtWork: () => ledger.isAtWork,
    moved: (walletIds) =>
      void tellOwners(new Map(walletIds.map((id) => [id, undefined]))).catch((error: Error) => log.warn({ fault: error.message }, "owners not told")),
  });
  const sessions = new Sessions({ database, clock, live });
  const chain = new ChainWriter(database);
  const platform: Platform = { config, keys, clock, database, reports, ledger, vendorLedger, live, letters: openLetters(config), log, timeZone };
  const gatekeeper: Gatekeeper = {
    authenticate: (token, kind, ip) => sessions.authenticate(token, kind, ip),
    checkProof: (actor) => checkProof(actor, clock.now()),
    recordCommand: (tx, entry) => recordEntries(tx, [entry]),
    witness: new Witness((entry) => chain.write(entry)),
    sentence: (code, values, language) => sayRefusal(translatorFor(language), code, values),
    checkSiteOpen: watchSite(platform),
    openSeal: createSealOpener({ keys, database }),
  };
  return {
    platform,
    gatekeeper,
    url,
    close: async () => {
      stopWatching();
      await Promise.all([ledger.close(), vendorLedger.close()]);
      await live.close();
      await Promise.all([database, reports, careful].map(({ close }) => close()));
    },
  };
}
