import { existsSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { access, constants, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A start that cannot go on: one sentence that says what is wrong and a way out. */
export class StartupError extends Error {
  override name = "StartupError";
}

export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

export const roles = ["api", "gateway", "worker", "live", "rooms"] as const;
export type Role = (typeof roles)[number];

export interface SmsAccess {
  readonly url: string;
  readonly token: string;
  readonly sender: string;
}

/** How an OpenID provider knows us. */
export interface GoogleAccess {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** How Facebook knows us, and where it asks people and answers programs. */
export interface FacebookAccess {
  readonly appId: string;
  readonly appSecret: string;
  readonly dialogUrl: string;
  readonly graphUrl: string;
}

/** The tag that counts visits: what the operator is known by there, and the script it is. */
export interface AnalyticsAccess {
  readonly id: string;
  readonly url: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** A Unix socket to listen on besides the port. */
  readonly socketPath?: string | undefined;
  readonly dataDir: string;
  readonly pack: "sandbox" | "ph";
  readonly databaseUrl?: string | undefined;
  readonly production: boolean;
  /** Where the site is reached from outside, such as `https://casino.example`: what every link of ours begins with. */
  readonly origin?: string | undefined;
  readonly roles: readonly Role[];
  readonly pspUrl?: string | undefined;
  readonly pspSecret?: string | undefined;
  /** Where text messages go out: the provider's address, the secret it knows us by and signs its reports with, and who they are from. */
  readonly sms?: SmsAccess | undefined;
  /** Who may sign people in for us. */
  readonly google?: GoogleAccess | undefined;
  readonly facebook?: FacebookAccess | undefined;
  /** Where e-mail goes out, with user and password. */
  readonly smtpUrl?: string | undefined;
  /** The key file of a production start; without it development keys live in the data folder. */
  readonly keysFile?: string | undefined;
  /** Where members write to. */
  readonly supportEmail?: string | undefined;
  /** The licence as the footer states it. */
  readonly licence?: string | undefined;
  /** The networks the staff may log in from, as `10.0.0.0/8` or single addresses; none named is all. */
  readonly staffNets: readonly string[];
  /** A database of countries by address, in MaxMind's format; without it the shipped one is read. */
  readonly geoDb?: string | undefined;
  /** The simulator that stands for every test vendor, and the secret it knows us by; never in production. */
  readonly vendorUrl?: string | undefined;
  readonly vendorSecret?: string | undefined;
  /** The private key (PEM) by which test vendors know us that keep a wallet of their own. */
  readonly vendorKey?: Buffer | undefined;
  /** The simulator of a foreign operator, which is every test partner, and the secret between it and us; never in production. */
  readonly operatorUrl?: string | undefined;
  readonly operatorSecret?: string | undefined;
  /** Origins that hold copies of our pictures, and of what vendors' games are made of; a browser draws one of each. */
  readonly imageCdn: readonly string[];
  readonly launchCdn: readonly string[];
  /** The hosts this process answers under; none named is any. */
  readonly domains: readonly string[];
  readonly analytics?: AnalyticsAccess | undefined;
}

/** What the sandbox calls the foreign operator that its simulator plays. */
export const TEST_PARTNER = "TESTCASINO";
const PORT_MAX = 65_535;
const SECRET_LENGTH_MIN = 32;
const LICENCE_LENGTH_MAX = 200;

/** An address, or a network as its first address and the bits all of it share. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const bitsMax = { 4: 32, 6: 128 }[isIP(address)];
  return more.length === 0 && bitsMax !== undefined && (bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= bitsMax));
}

/** Whether an address is in one of these networks; where none is named, every one is. */
export function isInNetworks(ip: string, nets: readonly string[]): boolean {
  if (nets.length === 0) return true;
  const list = new BlockList();
  for (const net of nets) {
    const [address = "", bits] = net.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return isIP(ip) !== 0 && list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}

const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const ORIGIN = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[1-9][0-9]{0,4})?$/;
const ORIGINS_MAX = 20;

const listOf = (text: string): string[] => text.split(",").map((one) => one.trim());

/** Other hosts that pictures and games may come from; nothing but a safe origin, because it is named in each page's policy. */
const Origins = z
  .string()
  .transform(listOf)
  .pipe(z.array(z.string().regex(ORIGIN)).max(ORIGINS_MAX))
  .default([]);

const PEM_LINE = /.{1,64}/g;
/** A key as programs read it from a file. */
const pemOf = (base64: string): Buffer => Buffer.from(`-----BEGIN PRIVATE KEY-----\n${base64.match(PEM_LINE)!.join("\n")}\n-----END PRIVATE KEY-----\n`);

const path = z.string().transform((given) => resolve(projectRoot, given));

/** What a provider calls us by, and the secret it gave us. */
const Access = z.string().regex(/^[\x21-\x7E]{1,512}$/);

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/)
    .transform(Number)
    .refine((port) => port <= PORT_MAX)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default("127.0.0.1"),
  LARO_SOCKET: path.optional(),
  LARO_DATA_DIR: path.default(resolve(projectRoot, ".laro")),
  LARO_PACK: z.enum(["sandbox", "ph"]).default("sandbox"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  NODE_ENV: z.string().optional(),
  LARO_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  LARO_ROLES: z
    .string()
    .transform((text) => text.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)))
    .default([...roles]),
  PSP_URL: z.url({ protocol: /^https?$/ }).optional(),
  PSP_SECRET: z.string().min(SECRET_LENGTH_MIN).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_TOKEN: z.string().min(SECRET_LENGTH_MIN).optional(),
  SMS_SENDER: z
    .string()
    .regex(/^(?:[A-Za-z0-9 ]{3,11}|\+[1-9][0-9]{6,14})$/)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  GOOGLE_CLIENT_ID: Access.optional(),
  GOOGLE_CLIENT_SECRET: Access.optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default("https://accounts.google.com"),
  FACEBOOK_APP_ID: Access.optional(),
  FACEBOOK_APP_SECRET: Access.optional(),
  FACEBOOK_DIALOG_URL: z.url({ protocol: /^https?$/ }).default("https://www.facebook.com/v24.0"),
  FACEBOOK_GRAPH_URL: z.url({ protocol: /^https?$/ }).default("https://graph.facebook.com/v24.0"),
  LARO_KEYS: path.optional(),
  LARO_SUPPORT_EMAIL: z.email().optional(),
  LARO_LICENCE: z.string().trim().min(1).max(LICENCE_LENGTH_MAX).optional(),
  LARO_STAFF_NETS: z
    .string()
    .transform((text) => text.split(",").map((net) => net.trim()))
    .refine((nets) => nets.every(isNetwork))
    .default([]),
  LARO_GEO_DB: path.optional(),
  VENDOR_URL: z.url({ protocol: /^https?$/ }).optional(),
  VENDOR_SECRET: z.string().min(SECRET_LENGTH_MIN).optional(),
  VENDOR_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{200,}={0,2}$/)
    .transform(pemOf)
    .optional(),
  OPERATOR_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_SECRET: z.string().min(SECRET_LENGTH_MIN).optional(),
  LARO_IMAGE_CDN: Origins,
  LARO_LAUNCH_CDN: Origins,
  LARO_DOMAINS: z
    .string()
    .toLowerCase()
    .transform(listOf)
    .refine((domains) => domains.every((domain) => DOMAIN.test(domain)))
    .default([]),
  LARO_ANALYTICS_ID: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .optional(),
  LARO_ANALYTICS_URL: z.url({ protocol: /^https$/ }).optional(),
});

type Variable = keyof typeof Environment.shape;

/** None repeats the value it was given: it may hold a password. */
const faults = {
  PORT: `PORT is not a port: give a whole number from 1 to ${PORT_MAX}, such as PORT=3000.`,
  HOST: "HOST is not an address: give a name or an IP address, such as HOST=127.0.0.1.",
  LARO_SOCKET: "LARO_SOCKET is not a file: give the path of a Unix socket to listen on besides the port, such as LARO_SOCKET=/run/laro/http.sock.",
  LARO_DATA_DIR: "LARO_DATA_DIR is not a folder: give a path, such as LARO_DATA_DIR=./.laro.",
  LARO_PACK: "LARO_PACK names no pack: give LARO_PACK=sandbox or LARO_PACK=ph.",
  DATABASE_URL: "DATABASE_URL is not a PostgreSQL address: give postgresql://user:password@host:5432/name, or leave it out to use the built-in database.",
  NODE_ENV: "NODE_ENV is not text: give NODE_ENV=production, or leave it out.",
  LARO_ORIGIN: "LARO_ORIGIN is not an address: give the one the site is reached at from outside, such as https://casino.example.",
  LARO_ROLES: `LARO_ROLES names an unknown role: give a list from ${roles.join(",")}.`,
  PSP_URL: "PSP_URL is not an address: give the payment provider's, such as https://psp.example, or leave it out to use the simulator.",
  PSP_SECRET: `PSP_SECRET is too short to sign with: give at least ${SECRET_LENGTH_MIN} characters.`,
  SMS_URL: "SMS_URL is not an address: give the text message provider's, such as https://sms.example, or leave it out to keep messages in the outbox.",
  SMS_TOKEN: `SMS_TOKEN is too short to sign with: give at least ${SECRET_LENGTH_MIN} characters.`,
  SMS_SENDER: "SMS_SENDER is no sender: give 3 to 11 letters and digits or a number, such as SMS_SENDER=Laro.",
  SMTP_URL: "SMTP_URL is not a mail server: give one such as smtps://user:password@mail.example, or leave it out to keep e-mail in the outbox.",
  GOOGLE_CLIENT_ID: "GOOGLE_CLIENT_ID is none: give what Google's console names this site by, or leave it out.",
  GOOGLE_CLIENT_SECRET: "GOOGLE_CLIENT_SECRET is none: give what Google's console shows beside the client id.",
  GOOGLE_ISSUER: "GOOGLE_ISSUER is not an address: leave it out, or give an OpenID provider's.",
  FACEBOOK_APP_ID: "FACEBOOK_APP_ID is none: give the number of the app, or leave it out.",
  FACEBOOK_APP_SECRET: "FACEBOOK_APP_SECRET is none: give what Facebook's console shows beside the app.",
  FACEBOOK_DIALOG_URL: "FACEBOOK_DIALOG_URL is not an address: leave it out.",
  FACEBOOK_GRAPH_URL: "FACEBOOK_GRAPH_URL is not an address: leave it out.",
  LARO_KEYS: "LARO_KEYS is not a file: give the path of one made with `npm run laro -- keys`.",
  LARO_SUPPORT_EMAIL: "LARO_SUPPORT_EMAIL is not an address: give the one members write to, such as LARO_SUPPORT_EMAIL=help@casino.example.",
  LARO_LICENCE: `LARO_LICENCE is too long: give who licenses the operator and the number, in at most ${LICENCE_LENGTH_MAX} characters, or leave it out.`,
  LARO_STAFF_NETS: "LARO_STAFF_NETS names no networks: give addresses or networks, such as LARO_STAFF_NETS=10.0.0.0/8,2001:db8::/32, or leave it out.",
  LARO_GEO_DB: "LARO_GEO_DB is not a file: give the path of a database of countries in MaxMind's format, or leave it out to use the shipped one.",
  VENDOR_URL: "VENDOR_URL is not an address: give the test vendors' simulator, such as http://127.0.0.1:13004, or leave it out.",
  VENDOR_SECRET: `VENDOR_SECRET is too short: give at least ${SECRET_LENGTH_MIN} characters.`,
  VENDOR_KEY: "VENDOR_KEY is no key: give the base64 of an RSA private key (PKCS #8, DER), or leave it out.",
  OPERATOR_URL: "OPERATOR_URL is not an address: give the foreign operator's simulator, such as http://127.0.0.1:13005, or leave it out.",
  OPERATOR_SECRET: `OPERATOR_SECRET is too short: give at least ${SECRET_LENGTH_MIN} characters.`,
  LARO_IMAGE_CDN:
    "LARO_IMAGE_CDN names no hosts: give https origins without a path, such as LARO_IMAGE_CDN=https://img1.casino.example,https://img2.casino.example.",
  LARO_LAUNCH_CDN: "LARO_LAUNCH_CDN names no hosts: give https origins without a path, such as LARO_LAUNCH_CDN=https://play1.casino.example.",
  LARO_DOMAINS:
    "LARO_DOMAINS names no hosts: give names without a port, such as LARO_DOMAINS=casino.example,www.casino.example, or leave it out to answer under any.",
  LARO_ANALYTICS_ID: "LARO_ANALYTICS_ID is none: give what the analytics service names this site by, or leave it out.",
  LARO_ANALYTICS_URL: "LARO_ANALYTICS_URL is not an address: give the https address of the analytics service's script.",
} as const satisfies Record<Variable, string>;

/** Reads the settings of a process from its environment; an empty variable counts as absent. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const read = Environment.safeParse(given);
  if (!read.success) {
    const variables = new Set(read.error.issues.map((issue) => issue.path[0] as Variable));
    throw new StartupError([...variables].map((variable) => faults[variable]).join("\n"));
  }
  const { data } = read;
  return {
    sms: smsOf(data),
    smtpUrl: data.SMTP_URL,
    google: googleOf(data),
    facebook: facebookOf(data),
    port: data.PORT,
    host: data.HOST,
    socketPath: data.LARO_SOCKET,
    dataDir: data.LARO_DATA_DIR,
    pack: data.LARO_PACK,
    databaseUrl: data.DATABASE_URL,
    production: data.NODE_ENV === "production",
    origin: data.LARO_ORIGIN,
    roles: data.LARO_ROLES,
    pspUrl: data.PSP_URL,
    pspSecret: data.PSP_SECRET,
    keysFile: data.LARO_KEYS,
    supportEmail: data.LARO_SUPPORT_EMAIL,
    licence: data.LARO_LICENCE,
    staffNets: data.LARO_STAFF_NETS,
    geoDb: data.LARO_GEO_DB,
    imageCdn: data.LARO_IMAGE_CDN,
    launchCdn: data.LARO_LAUNCH_CDN,
    domains: data.LARO_DOMAINS,
    analytics: analyticsOf(data),
    ...(data.NODE_ENV === "production" ? {} : simulatorsOf(data)),
  };
}

const simulatorsOf = (data: z.output<typeof Environment>) => ({
  vendorUrl: data.VENDOR_URL,
  vendorSecret: data.VENDOR_SECRET,
  vendorKey: data.VENDOR_KEY,
  operatorUrl: data.OPERATOR_URL,
  operatorSecret: data.OPERATOR_SECRET,
});

/** A provider that would not know us, or a message from nobody, is no way out. */
function smsOf({ SMS_URL: url, SMS_TOKEN: token, SMS_SENDER: sender }: z.output<typeof Environment>): SmsAccess | undefined {
  if (url === undefined) return undefined;
  if (token === undefined || sender === undefined)
    throw new StartupError("SMS_URL needs SMS_TOKEN and SMS_SENDER: give the secret the provider knows us by and who messages are from.");
  return { url, token, sender };
}

type Given = z.output<typeof Environment>;

function googleOf({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer }: Given): GoogleAccess | undefined {
  if (clientId === undefined) return undefined;
  if (clientSecret === undefined) throw new StartupError("GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET: give what Google's console shows beside it.");
  return { issuer: issuer.replace(/\/$/, ""), clientId, clientSecret };
}

function facebookOf(given: Given): FacebookAccess | undefined {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret, FACEBOOK_DIALOG_URL: dialogUrl, FACEBOOK_GRAPH_URL: graphUrl } = given;
  if (appId === undefined) return undefined;
  if (appSecret === undefined) throw new StartupError("FACEBOOK_APP_ID needs FACEBOOK_APP_SECRET: give what Facebook's console shows beside it.");
  return { appId, appSecret, dialogUrl, graphUrl };
}

function analyticsOf({ LARO_ANALYTICS_ID: id, LARO_ANALYTICS_URL: url }: Given): AnalyticsAccess | undefined {
  if (id === undefined) return undefined;
  if (url === undefined) throw new StartupError("LARO_ANALYTICS_ID needs LARO_ANALYTICS_URL: give the https address of the analytics service's script.");
  return { id, url };
}

/** A provider leads people back to an address it knows beforehand. */
export function refuseSignInFromNowhere({ production, origin, google, facebook }: Config): void {
  if (production && origin === undefined && (google ?? facebook) !== undefined)
    throw new StartupError("GOOGLE_CLIENT_ID and FACEBOOK_APP_ID need LARO_ORIGIN in production: the provider leads people back to it.");
}

/** What a link of ours begins with; never taken from what a request says of itself. */
export const originOf = ({ origin, host, port }: Pick<Config, "origin" | "host" | "port">): string => origin ?? `http://${host}:${port}`;

/** Whose passkeys they are, to an authenticator: the site's name and address. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
}

/** Passkeys belong to a name reached safely: none exist on a bare address. Outside production, where no address is set, that name is localhost. */
export function relyingPartyOf(config: Pick<Config, "origin" | "host" | "port" | "production">): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(originOf(config));
  const isAddress = hostname.startsWith("[") || isIP(hostname) !== 0;
  if (!isAddress && (protocol === "https:" || hostname === "localhost")) return { rpId: hostname, origin };
  return config.production || config.origin !== undefined ? undefined : { rpId: "localhost", origin: `http://localhost:${config.port}` };
}

/** The demo accounts of the sandbox have passwords that anyone can read. */
export function refuseDemoInProduction({ production, pack }: Config): void {
  if (production && pack === "sandbox")
    throw new StartupError("The sandbox pack comes with demo accounts whose passwords anyone can read: in production give LARO_PACK=ph.");
}

/** The shipped table of countries is no longer brought up to date by its makers, and a market's border hangs on it. */
export function refuseShippedCountries({ production, pack, geoDb }: Config): void {
  if (production && pack === "ph" && geoDb === undefined)
    throw new StartupError("LARO_GEO_DB is missing: in production the ph pack needs a database of countries that is kept up to date, in MaxMind's format.");
}

/** Members answer a letter, and it comes from where they can. */
export function refuseMailFromNobody({ production, smtpUrl, supportEmail }: Config): void {
  if (production && smtpUrl !== undefined && supportEmail === undefined)
    throw new StartupError("SMTP_URL needs LARO_SUPPORT_EMAIL in production: e-mail is sent from the address members write to.");
}

/** One folder at a time: Node's recursive way never ends where a parent takes no folders, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Makes the data folder, for its owner's eyes only, or says why it cannot be used. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartupError(`The data folder ${dataDir} cannot be written: give this user the right to it, or name another with LARO_DATA_DIR.`);
  }
}
