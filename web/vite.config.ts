import { fileURLToPath } from "node:url";
import { compileCatalogue } from "@laro/locales/compiled";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";

const siteBases = { player: "/", agent: "/agent/", operator: "/console/" } as const;

export type Site = keyof typeof siteBases;

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Compiles a catalogue's ICU messages, so that no parser travels to the browser. */
const catalogues: Plugin = {
  name: "catalogues",
  transform: {
    filter: { id: /locales\/\w+\.json$/ },
    order: "pre",
    handler: (json) => ({ code: `export default ${JSON.stringify(compileCatalogue(json))}`, map: null, moduleType: "js" }),
  },
};

/** Everything a site loads is a file with a hashed name, so the content security policy needs no inline script. */
export function siteConfig(site: Site): InlineConfig {
  return {
    configFile: false,
    root: pathOf(`./src/sites/${site}`),
    publicDir: pathOf("./public"),
    base: siteBases[site],
    mode: "production",
    logLevel: "warn",
    plugins: [catalogues, react(), tailwindcss()],
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
