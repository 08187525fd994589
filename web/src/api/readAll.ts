const PAGES_MAX = 2_000;

interface Paged<Row> {
  readonly list: readonly Row[];
  readonly next: string | null;
}

/** All of a list, page by page. */
export async function readAll<Row>(read: (cursor: { cursor?: string }) => Promise<Paged<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { list, next } = await read(cursor === undefined ? {} : { cursor });
    rows.push(...list);
    if (next === null) break;
    cursor = next;
  }
  return rows;
}
