import { asOwner } from "./owner.ts";

interface Move {
  readonly accountId: bigint;
  readonly toParent: bigint;
  /** The first day under the new parent. */
  readonly fromDay: string;
}

/** Moves an account with all its line, as a move that two officers decided would: what stood before stays known. Answers whether it was possible. */
export async function moveBranch(url: string, { accountId, toParent, fromDay }: Move): Promise<boolean> {
  const [place] = await asOwner<{ fits: boolean }>(
    url,
    `select not p.path @> array[n.account_id] and p.account_id is distinct from n.parent_id as fits from agent_node n, agent_node p where n.account_id = $1 and p.account_id = $2`,
    [accountId, toParent],
  );
  if (place?.fits !== true) return false;
  await asOwner(
    url,
    `with top as (select n.path, cardinality(n.path) as level, p.path as above from agent_node n, agent_node p where n.account_id = $1 and p.account_id = $2),
     line as (select n.account_id, n.parent_id, n.path from agent_node n, top where n.path >= top.path and n.path < line_end(top.path)),
     past as (insert into agent_past (account_id, until_day, parent_id, path) select account_id, $3::date, parent_id, path from line on conflict do nothing)
     update agent_node n set path = top.above || n.path[top.level:], parent_id = case when n.account_id = $1 then $2::bigint else n.parent_id end
     from top, line where n.account_id = line.account_id`,
    [accountId, toParent, fromDay],
  );
  return true;
}
