declare module "subset-font" {
  /** The font with these signs alone. */
  export default function subset(font: Uint8Array, signs: string, options: { readonly targetFormat: "woff2"; noHinting?: boolean }): Promise<Uint8Array>;
}
