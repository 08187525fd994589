import { type content, type KeptPicture, PICTURES_PER_DAY } from "@laro/contract/content";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { sql, type RawBuilder } from "kysely";
import { keepPicture, readPublicPicture, setPictureFocus } from "../../core/images/pictures.ts";
import { brand } from "../../core/settings/packs.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { SHOWN_ENDPOINTS } from "./content.ts";
import type { Officer } from "./content.desk.ts";

type Row = Omit<KeptPicture, "at"> & { readonly at: Date };

/** A drawing's files are made when somebody asks for them: until then it weighs nothing. */
const selectPictures: RawBuilder<Row> = sql`
  select p.id, p.width, p.height, p.focus_x as "focusX", p.focus_y as "focusY", p.at,
         coalesce((select octet_length(f.bytes) from picture_file f where f.picture_id = p.id and f.width = 780 and f.format = 'avif'), 0) as bytes,
         coalesce(case when p.made_by = 0 then ${brand.name} else (select o.name from operator o where o.id = p.made_by) end, '') as "madeBy"
  from picture p`;

const describe = ({ at, ...row }: Row): KeptPicture => ({ ...row, at: at.toISOString() });

/** The pictures of the library, the newest first. */
export async function listPictures(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<OutputOf<(typeof content)["pictures"]>> {
  const before = isIdCursor(cursor) ? sql`p.id < ${cursor}` : sql`true`;
  const { rows } = await sql<Row>`${selectPictures} where ${before} order by p.id desc limit ${limit + 1}`.execute(db as Tx);
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

async function getPicture(db: Db | Tx, id: string): Promise<KeptPicture> {
  const { rows } = await sql<Row>`${selectPictures} where p.id = ${id}`.execute(db as Tx);
  return rows[0] === undefined ? refuse("content.picture_unknown", { field: "id" }) : describe(rows[0]);
}

const DAY_MS = 24 * 60 * 60_000;

async function checkDayOf(db: Db | Tx, { by, now }: { by: Officer; now: Date }): Promise<void> {
  const { count } = await (db as Db)
    .selectFrom("picture")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("made_by", "=", by.id)
    .where("at", ">", new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (Number(count) >= PICTURES_PER_DAY) refuse("content.pictures_full", { maximum: PICTURES_PER_DAY });
}

/** Takes a picture into the library. Refuses what is no picture, and more than an officer's day holds with `content.pictures_full`. */
export async function uploadPicture(
  { db, begin }: Pick<Database, "db" | "begin">,
  { picture, focusX, focusY, by, now }: InputOf<(typeof content)["uploadPicture"]> & { by: Officer; now: Date },
): Promise<KeptPicture> {
  await checkDayOf(db, { by, now });
  const drawn = await readPublicPicture(picture, "picture");
  return begin(async (tx) => {
    const id = await keepPicture(tx, { picture: drawn, focusX, focusY, by: by.id, now });
    staleOnCommit(tx, ["content.pictures"], ["operators"]);
    return getPicture(tx, id);
  });
}

/** Sets what of a picture a narrower frame keeps, wherever it stands. Refuses with `content.picture_unknown`. */
export async function setFocus(tx: Tx, wanted: InputOf<(typeof content)["setFocus"]>): Promise<KeptPicture> {
  if (!(await setPictureFocus(tx, wanted))) refuse("content.picture_unknown", { field: "id" });
  staleOnCommit(tx, SHOWN_ENDPOINTS, ["everyone"]);
  staleOnCommit(tx, ["content.pictures"], ["operators"]);
  return getPicture(tx, wanted.id);
}
