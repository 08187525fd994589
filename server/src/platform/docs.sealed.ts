import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEAL_MAX_AGE_MS } from "@laro/contract/core/seal";
import { projectRoot } from "./config.ts";

const EXAMPLE = join(projectRoot, "docs/sealed-call.mjs");
const MINUTE_MS = 60_000;

/** How a sealed call is made, told so that a stranger can make one: a program of theirs that runs as it stands. */
export const renderSealedCalls = (escape: (text: string) => string): string => `<section id="sealed"><h2>Sealed calls</h2><article>
<p>A call marked <small>sealed</small> takes one field, <code>sealed</code>: a compact JWE (RFC 7516) that holds its input. An open body is refused.</p><dl>
<dt>Key</dt><dd><code>value.sealKey</code> of <a href="#site.permission">GET /api/site.permission</a>, a JWK on the curve P-256. It changes when the server's keys do: read it anew after <code>request.seal_invalid</code>.</dd>
<dt>Header</dt><dd><code>{"alg":"ECDH-ES","enc":"A256GCM"}</code>, and <code>epk</code>, your own passing public key on the same curve, which a JOSE library adds. Nothing else is taken. The key is agreed directly, so the second of the five parts is empty.</dd>
<dt>Content</dt><dd><code>{"name","nonce","at","input"}</code> as JSON in UTF-8: the call's name, such as <code>"sessions.login"</code>; a UUID that is used once; the moment in milliseconds since 1970; the input as the call's own entry shows it.</dd>
<dt>Time</dt><dd>By the server's clock, <code>value.serverTime</code> of the same answer. More than ${SEAL_MAX_AGE_MS / MINUTE_MS} minutes away it is refused as <code>request.seal_replayed</code>, with the right time in <code>value.serverTime</code>.</dd>
<dt>Again</dt><dd>A seal is good once. To ask again, seal again, with the same <code>requestId</code> in the input where the call has one.</dd>
</dl><h3>A login, from nothing</h3><p>It prints the answer; its <code>value.token</code> is the session.</p><pre id="sealed-call" tabindex="0">${escape(readFileSync(EXAMPLE, "utf8"))}</pre></article></section>`;
