import type { FileAnswer } from "@laro/contract/core/endpoint";
import { translatorOf } from "../../core/accounts/accounts.ts";
import { brand } from "../../core/settings/packs.ts";
import { countSeeds, listSeeds, type ListedSeed } from "../../core/wallet/seeds.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db } from "../../platform/db.ts";

const PAGE_ROWS = 500;

/** What stands above the lines. The client seed comes as hex too: a spreadsheet's guard may change how it is written. */
export const seedColumns = ["seed", "hash", "serverSeed", "clientSeed", "clientSeedHex", "firstNonce", "lastNonce"] as const;

/** One seed as a line of the file; without rounds it has no first and no last. */
function seedLine({ id, hash, serverSeed, clientSeed, rounds }: ListedSeed): string {
  const [first, last] = rounds === 0n ? ["", ""] : ["0", String(rounds - 1n)];
  return csvLine([String(id), hash.toString("hex"), serverSeed?.toString("hex") ?? "", clientSeed, Buffer.from(clientSeed).toString("hex"), first, last]);
}

/** A member's seeds as a file, newest first: the one in force without its server seed. */
export async function exportSeeds(db: Db, accountId: bigint): Promise<FileAnswer> {
  const [t, walletId] = [await translatorOf(db, accountId), await getMainWalletId(db, accountId)];
  async function* content(): AsyncIterable<string> {
    yield csvLine(seedColumns.map((column) => t(`seeds.csv.${column}`)));
    for (let before: bigint | undefined, isLast = false; !isLast;) {
      const page = await listSeeds(db, { walletId, before, limit: PAGE_ROWS });
      yield page.map(seedLine).join("");
      [before, isLast] = [page.at(-1)?.id, page.length < PAGE_ROWS];
    }
  }
  return { name: `${brand.merchantCode}-seeds.csv`, rows: await countSeeds(db, walletId), content: content() };
}
