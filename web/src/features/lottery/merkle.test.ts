import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { leafOf, rootOf, rootOfAll } from "./merkle.ts";

const sha = (...parts: readonly (Uint8Array | string)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const node = (left: Buffer, right: Buffer): Buffer => sha(Uint8Array.of(1), left, right);
const leaves = Array.from({ length: 5 }, (_, at) => sha(`leaf ${String(at)}`));
const [a, b, c, d, e] = leaves as [Buffer, Buffer, Buffer, Buffer, Buffer];
const root = node(node(node(a, b), node(c, d)), e);

test("five leaves have the root of RFC 6962, and each path leads to it", () => {
  expect(rootOfAll(leaves.map((leaf) => leaf.toString("hex")))).toBe(root.toString("hex"));
  const hex = (bytes: Buffer): string => bytes.toString("hex");
  const step = (hash: Buffer, side: "left" | "right") => ({ hash: hex(hash), side });
  expect(rootOf({ leaf: hex(c), path: [step(d, "right"), step(node(a, b), "left"), step(e, "right")] })).toBe(hex(root));
  expect(rootOf({ leaf: hex(e), path: [step(node(node(a, b), node(c, d)), "left")] })).toBe(hex(root));
  expect(rootOf({ leaf: hex(e), path: [step(node(node(a, b), node(c, d)), "right")] })).not.toBe(hex(root));
});

test("a ticket's leaf holds its id and its text, so that another pick has another leaf", () => {
  const ticket = {
    ticketId: "01a22526-5d97-7a3d-a61d-24442117be43",
    gameCode: "PH_3D",
    number: "20261129-0001",
    bets: { "straight:1-2-3": "5.00" },
    stake: 500n,
  };
  const text = '{"gameCode":"PH_3D","number":"20261129-0001","bets":[["straight:1-2-3","5.00"]],"cost":"5.00"}';
  expect(leafOf(ticket)).toBe(sha(Uint8Array.of(0), Buffer.from("01a225265d977a3da61d24442117be43", "hex"), sha(text)).toString("hex"));
  expect(leafOf({ ...ticket, bets: { "straight:1-2-4": "5.00" } })).not.toBe(leafOf(ticket));
});
