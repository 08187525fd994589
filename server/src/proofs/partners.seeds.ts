import { streamOf } from "../core/wallet/chance.ts";
import { type Kept, openServerSeed, type SeedKeys } from "../core/wallet/seeds.sealed.ts";
import { engineOf, type selectRounds } from "../features/partners/partners.rounds.ts";
import { asOwner } from "../testing/owner.ts";

/** Computes rounds again from their seeds, those in force too, and says which do not follow. */
export async function checkSeeds(
  rounds: Awaited<ReturnType<ReturnType<typeof selectRounds>["execute"]>>,
  { url, keys }: { readonly url: string; readonly keys: SeedKeys },
): Promise<readonly string[]> {
  const seeds = await asOwner<Kept & { id: string; clientSeed: string }>(
    url,
    `select id::text, server_seed_hash as hash, server_seed as "serverSeed", seed_sealed as sealed, client_seed as "clientSeed" from partner_seed`,
  );
  const seedOf = new Map(seeds.map(({ id, clientSeed, ...kept }) => [id, { serverSeed: openServerSeed(keys, kept), clientSeed }]));
  return rounds.flatMap(({ id, gameCode, version, stake, choice, seedId, nonce, win }) => {
    if (seedId === null) return [];
    const stream = streamOf(seedOf.get(String(seedId))!, nonce!);
    return engineOf(gameCode, version).play({ stakeMinor: stake, choice, stream }).winMinor === win ? [] : [`round ${id} does not follow from its seed`];
  });
}
