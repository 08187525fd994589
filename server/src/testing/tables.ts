import { TableLeader } from "../features/tables/tables.leader.ts";
import type { World } from "./world.ts";

/** Who leads a world's live tables: a draw goes on when it is told to look, so that no test hurries. */
export const leadTables = ({ open }: World): Pick<TableLeader, "look" | "close"> => new TableLeader(open.platform, open.url);
