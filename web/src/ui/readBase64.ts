/** One call takes so many bytes; more would overflow the call's stack. */
const CHUNK_BYTES = 0x8000;

/** A file as it travels inside JSON. */
export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  return btoa(binary);
}
