import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { StartupError } from "./config.ts";

/** The account PostgreSQL runs under, and the words in front of its command. */
export interface Runner {
  readonly wrap: readonly string[];
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses root and initdb an account without a name; a user namespace lends one while the files stay the caller's. */
export function chooseRunner(postgres: string): Runner {
  const { uid, gid, isNamed } = whoAmI();
  if (uid !== 0 && isNamed) return { wrap: [], uid, gid };
  const others = listServiceAccounts();
  for (const other of others) {
    const wrap = ["unshare", "--user", `--map-user=${other.uid}`, `--map-group=${other.gid}`];
    if (succeeds([...wrap, "true"])) return { wrap, uid, gid };
  }
  const usable = others.find((other) => uid === 0 && succeeds([postgres, "--version"], other));
  if (usable) return { wrap: [], ...usable };
  throw new StartupError("The built-in database does not run as this user: start as a normal user, or set DATABASE_URL to a PostgreSQL 15 or newer.");
}

function whoAmI(): { uid: number; gid: number; isNamed: boolean } {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  try {
    return { uid, gid, isNamed: userInfo().username !== "" };
  } catch {
    return { uid, gid, isNamed: false };
  }
}

function listServiceAccounts(): { uid: number; gid: number }[] {
  const lines = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  return ["postgres", "nobody"].flatMap((name) => {
    const line = lines.find(([account]) => account === name);
    return line ? [{ uid: Number(line[2]), gid: Number(line[3]) }] : [];
  });
}

function succeeds([command = "", ...args]: readonly string[], account: { uid?: number; gid?: number } = {}): boolean {
  return spawnSync(command, args, { ...account, stdio: "ignore" }).status === 0;
}
