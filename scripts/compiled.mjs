// Loaded before a program of the project (`node --import`): what Node compiled last time loads in half the time and less memory, here and in every child.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../node_modules/.cache/laro/compiled", import.meta.url));
process.env.NODE_COMPILE_CACHE = folder;
enableCompileCache(folder);
