import sharp from "sharp";
const [out, height, ...files] = process.argv.slice(2);
const imgs = await Promise.all(files.map((f) => sharp(f).resize({ height: Number(height) }).png().toBuffer({ resolveWithObject: true })));
let x = 0; const parts = imgs.map(({ data, info }) => { const p = { input: data, left: x, top: 0 }; x += info.width + 8; return p; });
await sharp({ create: { width: x, height: Number(height), channels: 3, background: "#f0f" } }).composite(parts).png().toFile(out);
