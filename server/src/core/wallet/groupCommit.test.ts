import { expect, test } from "vitest";
import { GroupCommit } from "./groupCommit.ts";

interface Item {
  readonly wallet: bigint;
  readonly id: string;
  readonly statement?: string;
}

/** A group whose batches end when they are told to; none reaches a database. */
function openGroup() {
  const flying: { readonly batch: readonly Item[]; readonly land: () => void }[] = [];
  const group = new GroupCommit<Item>({
    url: "postgres://localhost/none",
    walletOf: ({ wallet }) => wallet,
    idOf: ({ id }) => id,
    statementOf: ({ statement = "postings" }) => statement,
    areManyOfAWallet: true,
    run: (batch) => new Promise((land) => flying.push({ batch, land })),
    fail: (_item, error) => {
      throw error;
    },
  });
  return { group, flying };
}

const itemsOf = (count: number, wallet = (at: number): bigint => BigInt(at)): readonly Item[] =>
  Array.from({ length: count }, (_, at) => ({ wallet: wallet(at), id: String(at) }));

/** Longer than a group needs to begin what it may. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
};

test("what is worth two batches flies as two at once, and what is not as one", async () => {
  const few = openGroup();
  for (const item of itemsOf(63)) few.group.push(item);
  await turns();
  expect(few.flying.map(({ batch }) => batch.length)).toEqual([63]);

  const many = openGroup();
  for (const item of itemsOf(65)) many.group.push(item);
  await turns();
  expect(many.flying.map(({ batch }) => batch.length)).toEqual([33, 32]);
  expect(many.flying.flatMap(({ batch }) => batch)).toEqual(itemsOf(65));
});

test("a wallet is in one batch at a time, its items in their order, however many of it wait and whatever takes them", async () => {
  const { group, flying } = openGroup();
  const items = itemsOf(100, (at) => (at % 10 === 0 ? 2n : 1n)).map((item, at) => ({ ...item, statement: at % 7 < 4 ? "postings" : "tickets" }));
  for (const item of items) group.push(item);
  const landed: Item[] = [];
  for (let flown = 0; landed.length < items.length; flown += 1) {
    await turns();
    const under = flying.slice(flown);
    const wallets = under.map(({ batch }) => new Set(batch.map(({ wallet }) => wallet)));
    expect([...(wallets[1] ?? [])].filter((wallet) => wallets[0]!.has(wallet))).toEqual([]);
    landed.push(...under[0]!.batch);
    under[0]!.land();
  }
  for (const wallet of [1n, 2n]) expect(landed.filter((item) => item.wallet === wallet)).toEqual(items.filter((item) => item.wallet === wallet));
});
