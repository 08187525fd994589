import { fileURLToPath } from "node:url";
import { compileCatalogue } from "@laro/locales/compiled";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";

const NOT_FOR_SEARCH = '<meta name="robots" content="noindex" />';
const INSTALLABLE = '<link rel="manifest" href="/manifest.webmanifest" /><link rel="apple-touch-icon" href="/icon-192.png" />';

/** Where each site lives, and what its page's head says beside what all say. */
const sites = {
  player: { base: "/", head: `<title>Laro</title>${INSTALLABLE}` },
  agent: { base: "/agent/", head: `<title>Laro agents</title>${NOT_FOR_SEARCH}` },
  operator: { base: "/console/", head: `<title>Laro console</title>${NOT_FOR_SEARCH}` },
} as const;

export type Site = keyof typeof sites;

/** The one page of all sites becomes this one's. */
const pageOf = (site: Site): Plugin => ({
  name: "page",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace("%SITE%", site).replace("%HEAD%", sites[site].head) },
});

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Nouns that only the console shows; `size.test.ts` holds that no player's page names one. */
export const consoleNouns = ["adjustments", "aml", "audit", "dispatches", "members", "operators", "reconciliation", "settings"] as const;

const ofConsole = new RegExp(`^(?:${consoleNouns.join("|")})\\.`);

/** Compiles a catalogue's ICU messages, so that no parser travels to the browser. */
const catalogues = (site: Site): Plugin => ({
  name: "catalogues",
  transform: {
    filter: { id: /locales\/\w+\.json$/ },
    order: "pre",
    handler: (json) => {
      const used = Object.entries(JSON.parse(json) as Record<string, string>).filter(([key]) => site === "operator" || !ofConsole.test(key));
      return { code: `export default ${JSON.stringify(compileCatalogue(JSON.stringify(Object.fromEntries(used))))}`, map: null, moduleType: "js" };
    },
  },
});

/** Leaves out of the sites what of a contract only the API page and the compiler read: its sentence, and the codes it may refuse with. */
const apiWords: Plugin = {
  name: "api-words",
  transform: {
    filter: { id: /contract\/src\/\w+\.ts$/ },
    order: "pre",
    handler: (code) => ({
      code: code.replaceAll(/\bsays:\s*"(?:[^"\\]|\\.)*",?/g, "").replaceAll(/\berrors:\s*\[[^\]]*\],?/g, ""),
      map: null,
    }),
  },
};

/** Everything a site loads is a file with a hashed name, so the content security policy needs no inline script. */
export function siteConfig(site: Site): InlineConfig {
  return {
    configFile: false,
    root: pathOf("./src/sites"),
    publicDir: pathOf("./public"),
    base: sites[site].base,
    mode: "production",
    logLevel: "warn",
    plugins: [pageOf(site), catalogues(site), apiWords, react(), tailwindcss()],
    build: {
      outDir: pathOf(`./dist/${site}`),
      emptyOutDir: true,
      assetsDir: "assets",
      assetsInlineLimit: 0,
      sourcemap: false,
      target: "es2022",
      chunkSizeWarningLimit: 600,
      reportCompressedSize: false,
    },
  };
}
