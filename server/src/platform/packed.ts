import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** A shorter body is sent as it is: packing would save no packet. */
export const PACKED_FROM_BYTES = 1_024;
/** Whoever asked waits for it. */
export const PACKED_QUALITY = 5;

/** Whether a caller takes what brotli packed. */
export const takesBrotli = ({ "accept-encoding": accepted }: IncomingHttpHeaders): boolean =>
  String(accepted ?? "")
    .split(",")
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .some(([name, weight]) => name === "br" && Number(weight ?? 1) > 0);

/** Packs by brotli; `quality` from 0, fast, to 11, small. */
export const pack = (content: string | Buffer, quality: number): Promise<Buffer> =>
  compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
