const QUALITY = 0.9;

/** A picture with no edge longer than that; one that is small enough, or cannot be drawn here, as it is. */
export async function shrink(file: File, edgeMax: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);
  if (bitmap === undefined) return file;
  const scale = edgeMax / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((drawn) => resolve(drawn ?? file), "image/jpeg", QUALITY));
}
