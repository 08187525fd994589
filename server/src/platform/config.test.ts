import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeDataDir, projectRoot, readConfig, refuseDemoInProduction, refuseMailFromNobody, refuseShippedCountries, StartupError } from "./config.ts";

describe("readConfig", () => {
  const refusals: readonly [variable: string, value: string, wayOut: string][] = [
    ["PORT", "80a", "PORT=3000"],
    ["PORT", "0", "PORT=3000"],
    ["PORT", "65536", "PORT=3000"],
    ["HOST", "http://here/", "HOST=127.0.0.1"],
    ["LARO_PACK", "vegas", "LARO_PACK=sandbox"],
    ["LARO_ROLES", "api,cook", "api,gateway,worker,live"],
    ["DATABASE_URL", "mysql://ann:hunter2@db/laro", "leave it out"],
    ["DATABASE_URL", "hunter2", "leave it out"],
    ["PSP_URL", "ftp://psp", "leave it out"],
    ["PSP_SECRET", "hunter2", "at least 32"],
    ["SMS_URL", "ftp://sms", "leave it out"],
    ["SMS_TOKEN", "hunter2", "at least 32"],
    ["SMS_SENDER", "hunter2 <b>", "SMS_SENDER=Laro"],
    ["SMTP_URL", "https://ann:hunter2@mail", "leave it out"],
    ["LARO_SUPPORT_EMAIL", "hunter2", "LARO_SUPPORT_EMAIL=help@casino.example"],
    ["LARO_LICENCE", "hunter2".repeat(30), "at most 200 characters"],
    ["VENDOR_KEY", "hunter2", "an RSA private key"],
    ["LARO_IMAGE_CDN", "https://img.example,http://hunter2.example", "without a path"],
    ["LARO_IMAGE_CDN", "https://img.example/hunter2", "without a path"],
    ["LARO_LAUNCH_CDN", "https://img.example; script-src hunter2", "without a path"],
    ["LARO_DOMAINS", "casino.example,https://hunter2", "LARO_DOMAINS=casino.example"],
    ["LARO_ANALYTICS_ID", "hunter2&all=1", "leave it out"],
    ["LARO_ANALYTICS_URL", "http://hunter2.example/tag.js", "https address"],
  ];
  test.each(refusals)("a bad %s (%s) is refused in one sentence that names it and a way out, never its value", (variable, value, wayOut) => {
    const sentence = refusalOf(() => readConfig({ [variable]: value }));
    expect(sentence).toMatch(new RegExp(`^${variable} .+\\.$`));
    expect(sentence).toContain(wayOut);
    expect(sentence).not.toContain("hunter2");
  });

  test("two bad variables are two sentences", () => {
    expect(refusalOf(() => readConfig({ PORT: "x", LARO_PACK: "x" })).split("\n")).toHaveLength(2);
  });

  test("an empty environment, or one of empty variables, is a sandbox on this machine alone with every role", () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 3000, host: "127.0.0.1", dataDir: join(projectRoot, ".laro"), pack: "sandbox", production: false });
    expect(config.roles).toEqual(["api", "gateway", "worker", "live", "rooms"]);
    expect(readConfig({ PORT: "", HOST: "", DATABASE_URL: "", LARO_ROLES: "" })).toEqual(config);
  });

  test("every variable is honoured, and a relative folder starts at the project", () => {
    const env = {
      PORT: "8080",
      HOST: "::",
      LARO_SOCKET: "http.sock",
      LARO_DATA_DIR: "data",
      LARO_PACK: "ph",
      NODE_ENV: "production",
      LARO_ROLES: "api, live",
      DATABASE_URL: "postgres://db/laro",
      LARO_SUPPORT_EMAIL: "help@casino.example",
      LARO_LICENCE: "Licence 7 of the regulator",
      LARO_GEO_DB: "countries.mmdb",
      SMS_URL: "https://sms.example",
      SMS_TOKEN: "t".repeat(32),
      SMS_SENDER: "Laro",
      SMTP_URL: "smtps://ann:hunter2@mail.example",
      LARO_IMAGE_CDN: "https://img1.example, https://img2.example",
      LARO_LAUNCH_CDN: "https://play.example",
      LARO_DOMAINS: "Casino.example,www.casino.example",
      LARO_ANALYTICS_ID: "G-1",
      LARO_ANALYTICS_URL: "https://tag.example/tag.js",
    };
    expect(readConfig(env)).toMatchObject({
      port: 8080,
      host: "::",
      socketPath: join(projectRoot, "http.sock"),
      dataDir: join(projectRoot, "data"),
      pack: "ph",
      production: true,
      roles: ["api", "live"],
      databaseUrl: "postgres://db/laro",
      supportEmail: "help@casino.example",
      licence: "Licence 7 of the regulator",
      geoDb: join(projectRoot, "countries.mmdb"),
      sms: { url: "https://sms.example", token: "t".repeat(32), sender: "Laro" },
      smtpUrl: "smtps://ann:hunter2@mail.example",
      imageCdn: ["https://img1.example", "https://img2.example"],
      launchCdn: ["https://play.example"],
      domains: ["casino.example", "www.casino.example"],
      analytics: { id: "G-1", url: "https://tag.example/tag.js" },
    });
  });
});

test("production refuses the sandbox, whose demo accounts anyone can enter", () => {
  const check = (env: NodeJS.ProcessEnv): void => refuseDemoInProduction(readConfig(env));
  expect(refusalOf(() => check({ NODE_ENV: "production" }))).toMatch(/demo accounts .*LARO_PACK=ph/);
  check({ NODE_ENV: "production", LARO_PACK: "ph" });
  check({});
});

test("a text message provider that does not know us, or messages from nobody, are refused in one sentence", () => {
  const token = "t".repeat(32);
  for (const env of [{}, { SMS_TOKEN: token }, { SMS_SENDER: "Laro" }])
    expect(refusalOf(() => readConfig({ SMS_URL: "https://sms.example", ...env }))).toMatch(/^SMS_URL needs SMS_TOKEN and SMS_SENDER: [^.]+\.$/);
  expect(readConfig({ SMS_TOKEN: token, SMS_SENDER: "Laro" }).sms).toBeUndefined();
});

test("an analytics id without a script is refused in one sentence, and a script nobody is known to by id is not loaded", () => {
  expect(refusalOf(() => readConfig({ LARO_ANALYTICS_ID: "G-1" }))).toMatch(/^LARO_ANALYTICS_ID needs LARO_ANALYTICS_URL: [^.]+\.$/);
  expect(readConfig({ LARO_ANALYTICS_URL: "https://tag.example/tag.js" }).analytics).toBeUndefined();
});

test("the ph pack in production does not start with the shipped table of countries, and says so in one sentence", () => {
  const check = (env: NodeJS.ProcessEnv): void => refuseShippedCountries(readConfig(env));
  expect(refusalOf(() => check({ NODE_ENV: "production", LARO_PACK: "ph" }))).toMatch(/^LARO_GEO_DB is missing: [^.]+\.$/);
  check({ NODE_ENV: "production", LARO_PACK: "ph", LARO_GEO_DB: "countries.mmdb" });
  check({ LARO_PACK: "ph" });
});

test("production sends no e-mail from an address that nobody reads", () => {
  const check = (env: NodeJS.ProcessEnv): void => refuseMailFromNobody(readConfig({ SMTP_URL: "smtps://mail.example", ...env }));
  expect(refusalOf(() => check({ NODE_ENV: "production" }))).toMatch(/^SMTP_URL needs LARO_SUPPORT_EMAIL in production: [^.]+\.$/);
  check({ NODE_ENV: "production", LARO_SUPPORT_EMAIL: "help@casino.example" });
  check({});
});

test("a data folder that cannot be made is refused in a sentence that names it and LARO_DATA_DIR", async () => {
  const folder = mkdtempSync(join(tmpdir(), "laro-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file");
  writeFileSync(file, "");
  await expect(makeDataDir(join(file, "data"))).rejects.toThrow(/file\/data cannot be written: .*LARO_DATA_DIR\.$/);
  await expect(makeDataDir("/proc/laro/data")).rejects.toThrow(/cannot be written: .*LARO_DATA_DIR\.$/);
});

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  throw new Error("The configuration was accepted.");
}
