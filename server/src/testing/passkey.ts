import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { ShownCredential } from "@laro/contract/core/credential";
import type { NewCredential } from "@laro/contract/passkeys";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What an authenticator may be made to get wrong. */
export interface Wrongs {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
}

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

/** An authenticator of ours that holds one passkey (ES256), in a browser at `origin`. */
export class VirtualPasskey {
  readonly #origin: string;
  readonly #rpId: string;
  readonly #id = randomBytes(16);
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  #userHandle = "";
  #counter = 0;

  constructor({ origin, rpId }: { origin: string; rpId: string }) {
    this.#origin = origin;
    this.#rpId = rpId;
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** Makes the passkey that these options ask for. */
  create(options: Record<string, unknown>, wrongs: Wrongs = {}): NewCredential {
    this.#userHandle = (options["user"] as { id: string }).id;
    const { x, y } = this.#publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y!, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, isoCBOR.encode(key)]);
    const authData = new Uint8Array(Buffer.concat([this.#head(wrongs, ATTESTED), attested]));
    const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
      ["fmt", "none"],
      ["attStmt", new Map<string, never>()],
      ["authData", authData],
    ]);
    return {
      ...this.#named,
      response: {
        clientDataJSON: base64Url(this.#client("webauthn.create", options, wrongs)),
        attestationObject: base64Url(isoCBOR.encode(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** Shows the passkey; what it counts rises by one. */
  show(options: Record<string, unknown>, wrongs: Wrongs = {}): ShownCredential {
    this.#counter = wrongs.counter ?? this.#counter + 1;
    const client = this.#client("webauthn.get", options, wrongs);
    const data = this.#head(wrongs, 0);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#privateKey);
    const response = { clientDataJSON: base64Url(client), authenticatorData: base64Url(data), signature: base64Url(signature), userHandle: this.#userHandle };
    return { ...this.#named, response };
  }

  get #named() {
    return { id: base64Url(this.#id), rawId: base64Url(this.#id), type: "public-key" } as const;
  }

  #client(type: string, { challenge }: Record<string, unknown>, { origin = this.#origin }: Wrongs): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #head({ rpId = this.#rpId, isVerified = true }: Wrongs, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | more]), counter]);
  }
}
