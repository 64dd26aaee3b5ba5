// Widths and formats of uploaded images. Imports nothing, because every page loads it first.

export const imageWidths = [320, 640, 1080, 1600] as const;
export const imageFormats = ['avif', 'webp'] as const;
export type WebImageFormat = (typeof imageFormats)[number];

const uploaded = /^\/media\/([0-9a-f]{64})\.webp$/;

/** Returns the `srcset` of an uploaded image; undefined for scalable drawings and external URLs. */
export function imageSet(src: string, format: WebImageFormat): string | undefined {
  const hash = uploaded.exec(src)?.[1];
  return hash && imageWidths.map((width) => `/media/${hash}-${width}.${format} ${width}w`).join(', ');
}
