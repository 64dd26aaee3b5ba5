const maxWidth = 176;
const maxHeight = 32;

/** Returns the size of a logo in the header, in CSS pixels: known before the image is loaded, so that nothing moves. */
export function logoSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(maxWidth / width, maxHeight / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
