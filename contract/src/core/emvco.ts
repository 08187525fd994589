/** One data object of an EMVCo payload: a two-digit id and its text (EMV QRCPS Merchant-Presented Mode 1.1, section 3). */
export type EmvcoObject = readonly [id: string, value: string];

const VALUE_LENGTH_MAX = 99;
const CRC_ID = "63";
const CRC_HEAD = `${CRC_ID}04`;
const CRC_DIGITS = 4;

/** Writes objects as id, length in characters and value; also the inside of a template. Throws on a value the format cannot hold. */
export function writeEmvcoObjects(objects: readonly EmvcoObject[]): string {
  return objects
    .map(([id, value]) => {
      const length = [...value].length;
      if (!/^[0-9]{2}$/.test(id) || length === 0 || length > VALUE_LENGTH_MAX) throw new RangeError(`EMVCo object ${id} cannot be written.`);
      return `${id}${String(length).padStart(2, "0")}${value}`;
    })
    .join("");
}

/** Writes a whole payload, closed by its checksum. */
export function buildEmvco(objects: readonly EmvcoObject[]): string {
  const open = `${writeEmvcoObjects(objects)}${CRC_HEAD}`;
  return open + crc16(open);
}

/** Reads the objects of a payload or of a template by id; undefined if the text is not made of them. */
export function parseEmvco(text: string): ReadonlyMap<string, string> | undefined {
  const objects = new Map<string, string>();
  let rest = [...text];
  while (rest.length > 0) {
    const head = /^([0-9]{2})([0-9]{2})$/.exec(rest.slice(0, 4).join(""));
    const end = 4 + Number(head?.[2] ?? 0);
    const id = head?.[1];
    if (id === undefined || end === 4 || rest.length < end || objects.has(id)) return undefined;
    objects.set(id, rest.slice(4, end).join(""));
    rest = rest.slice(end);
  }
  return objects;
}

/** Whether a payload is well formed and ends in the checksum of all that stands before it. */
export function isEmvcoIntact(payload: string): boolean {
  const open = payload.slice(0, -CRC_DIGITS);
  return parseEmvco(payload) !== undefined && open.endsWith(CRC_HEAD) && crc16(open) === payload.slice(-CRC_DIGITS).toUpperCase();
}

/** CRC-16/CCITT-FALSE (polynomial 1021, start FFFF) over the UTF-8 bytes, as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(CRC_DIGITS, "0");
}
