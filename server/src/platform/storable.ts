/** Far more than any input of the contract has. */
const DEPTH_MAX = 16;

/** Whether every text in an input can be stored (PostgreSQL takes neither NUL nor half a surrogate pair), no key is a prototype's and nothing nests without end. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return depth < DEPTH_MAX && Object.entries(value).every(([key, inner]) => key !== "__proto__" && isStorable(key) && isStorable(inner, depth + 1));
}
