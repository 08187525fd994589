import { nowMs } from "./clock.ts";

/** A fresh id for a command, UUID version 7: the first 48 bits are the moment, so ids sort by when they were made. */
export function newRequestId(atMs: number = nowMs()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(atMs / 2 ** 32));
  view.setUint32(2, atMs % 2 ** 32);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
