import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const SCRIPT = `import { crashPoint, crashInside } from ${JSON.stringify(new URL("crash.ts", import.meta.url).href)};
crashPoint("batch.after_lock");
process.exit(crashInside("batch.after_lock") === undefined ? 0 : 2);`;

/** Passes a moment in a process of its own; answers how that ended. */
async function pass(env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return signal ?? String(code);
}

test("the moment at which a proof ends a process is not heard of in production", async () => {
  expect(await pass({ NODE_ENV: "production", LARO_CRASH: "batch.after_lock:1" })).toBe("0");
  expect(await pass({ NODE_ENV: "production", LARO_CRASH: "batch.after_lock:2" })).toBe("0");
});

test("outside production the process ends at its armed moment, and at no other", async () => {
  expect(await pass({ NODE_ENV: "test", LARO_CRASH: "batch.after_lock:1" })).toBe("SIGKILL");
  expect(await pass({ NODE_ENV: "test", LARO_CRASH: "post.after_debit:1" })).toBe("0");
});
