// Logs a player in by a sealed call. Needs Node 20 or newer and `npm install jose`.
// node sealed-call.mjs http://127.0.0.1:3000 USERNAME PASSWORD
import { randomUUID } from "node:crypto";
import { CompactEncrypt, importJWK } from "jose";

const [address, username, password] = process.argv.slice(2);
const name = "sessions.login";

// 1. The server's public key and its clock; your own clock may be wrong.
const { value: site } = await (await fetch(`${address}/api/site.permission`)).json();
const key = await importJWK(site.sealKey, "ECDH-ES");

// 2. What is sealed: the call's name, a nonce of its own, the server's time, the input as this page shows it.
const content = {
  name,
  nonce: randomUUID(),
  at: Date.parse(site.serverTime),
  input: { username, password, type: "username", entry: "player" },
};

// 3. The compact JWE: five parts with four dots between them.
const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content))).setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM" }).encrypt(key);

// 4. The call, by the method this page names.
const response = await fetch(`${address}/api/${name}`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ sealed }),
});
process.stdout.write(`${JSON.stringify(await response.json(), undefined, 2)}\n`);
