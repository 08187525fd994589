import pg from "pg";

/** Runs a statement as the database's owner, whom nothing is forbidden: how a test plants a fault. */
export async function asOwner<Row extends pg.QueryResultRow>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
