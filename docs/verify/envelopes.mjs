// A rain of red envelopes, cut again: `node docs/verify/envelopes.mjs FILE`, where FILE is what its page saves under "Save the proof".
import { readFileSync } from "node:fs";
import { drawsOf, sha256 } from "./fair.mjs";

const { commitment, serverSeed, slips, amounts, ...sums } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const centavos = (text) => Number(text.replace(".", ""));
const [total, minimum, maximum] = [sums.total, sums.minimum, sums.maximum].map(centavos);
const faults = [];
if (sha256(Buffer.from(serverSeed, "hex")) !== commitment) faults.push("the seed is not the one that was promised");
const draw = drawsOf({ serverSeed, clientSeed: "envelopes", nonce: 0 });
const cut = [];
for (let left = slips, rest = total; left > 0; left--) {
  const twice = Math.floor((2 * rest) / left);
  const least = Math.max(minimum, twice - maximum, rest - (left - 1) * maximum);
  const most = Math.min(maximum, twice - minimum, rest - (left - 1) * minimum);
  cut.push(least + draw(most - least + 1));
  rest -= cut.at(-1);
}
for (let place = slips - 1; place > 0; place--) {
  const other = draw(place + 1);
  [cut[place], cut[other]] = [cut[other], cut[place]];
}
if (cut.length !== amounts.length) faults.push(`${amounts.length} envelopes were told of ${cut.length}`);
for (const [at, amount] of cut.entries()) if (amount !== centavos(amounts[at] ?? "")) faults.push(`envelope ${at + 1}: the seed cuts another amount`);
process.stdout.write(`${faults.length === 0 ? `${cut.length} envelopes follow from the seed.` : faults.slice(0, 20).join("\n")}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
