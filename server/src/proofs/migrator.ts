/** A process that migrates and can be killed: `migrator.ts URL FOLDER`. */
import { pathToFileURL } from "node:url";
import { migrate } from "../platform/migrate.ts";

const [url = "", folder = ""] = process.argv.slice(2);
await migrate(url, { folder: pathToFileURL(`${folder}/`) });
