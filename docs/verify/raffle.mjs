// A raffle, drawn again: `node docs/verify/raffle.mjs FILE`, where FILE is what its page saves under "Save the proof".
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { drawsOf, sha256 } from "./fair.mjs";

const { commitment, serverSeed, listHash, tickets, drawn } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const faults = [];
if (sha256(Buffer.from(serverSeed, "hex")) !== commitment) faults.push("the seed is not the one that was promised");
// The list: a line for each entry, its number from 1 and its tickets.
const list = tickets.map((count, at) => `${at + 1} ${count}`).join("\n");
if (createHash("sha256").update(list).digest("hex") !== listHash) faults.push("the list is not the one whose hash was published");
const owners = tickets.flatMap((count, at) => Array.from({ length: count }, () => at + 1));
const draw = drawsOf({ serverSeed, clientSeed: listHash, nonce: 0 });
for (const [turn, { ticket, entry }] of drawn.entries()) {
  if (draw(owners.length) !== ticket) faults.push(`turn ${turn + 1}: another ticket follows from the seed and the list`);
  else if (owners[ticket] !== entry) faults.push(`turn ${turn + 1}: ticket ${ticket} is another entry's`);
}
process.stdout.write(`${faults.length === 0 ? `${drawn.length} tickets follow from the seed and the list.` : faults.join("\n")}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
