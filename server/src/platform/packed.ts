import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** Whether a caller takes what brotli packed. */
export const takesBrotli = ({ "accept-encoding": accepted }: IncomingHttpHeaders): boolean =>
  String(accepted ?? "")
    .split(",")
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .some(([name, weight]) => name === "br" && Number(weight ?? 1) > 0);

/** Packs by brotli; `quality` from 0, fast, to 11, small. */
export const pack = (content: string | Buffer, quality: number): Promise<Buffer> =>
  compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
