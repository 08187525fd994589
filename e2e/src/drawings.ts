import { asOwner } from "@laro/server/testing/owner";

interface DrawnFile {
  readonly digest: Buffer;
  readonly width: number;
  readonly format: string;
  readonly bytes: Buffer;
}

/** What this process has drawn, by what it shows: every stage asks for the same pictures, and an AVIF takes a processor for a tenth of a second. */
const drawn = new Map<string, DrawnFile>();

/** Keeps what a stage has drawn for those that follow. */
export async function keepDrawings(url: string): Promise<void> {
  const files = await asOwner<DrawnFile>(
    url,
    "select digest, f.width, format, bytes from picture_file f join picture p on p.id = f.picture_id where drawing is not null",
  );
  for (const file of files) drawn.set(`${file.digest.toString("hex")} ${file.width} ${file.format}`, file);
}

/** Gives a stage whose content stands the files of its drawings that are there already; the others it draws. */
export async function giveDrawings(url: string): Promise<void> {
  const files = [...drawn.values()];
  if (files.length === 0) return;
  await asOwner(
    url,
    `insert into picture_file (picture_id, width, format, bytes)
     select p.id, f.width, f.format, f.bytes from unnest($1::bytea[], $2::smallint[], $3::text[], $4::bytea[]) as f (digest, width, format, bytes)
     join picture p on p.digest = f.digest where p.drawing is not null on conflict do nothing`,
    [files.map(({ digest }) => digest), files.map(({ width }) => width), files.map(({ format }) => format), files.map(({ bytes }) => bytes)],
  );
}
