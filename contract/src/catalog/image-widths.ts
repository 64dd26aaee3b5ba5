// The widths in which an uploaded picture comes, each in two formats. Imports nothing: pages need it at once.

export const imageWidths = [320, 640, 1080, 1600] as const;
export const imageFormats = ['avif', 'webp'] as const;
export type WebImageFormat = (typeof imageFormats)[number];

const uploaded = /^\/media\/([0-9a-f]{64})\.webp$/;

/** The `srcset` of an uploaded picture in a format; nothing for drawings, which fit any size, and other addresses. */
export function imageSet(src: string, format: WebImageFormat): string | undefined {
  const hash = uploaded.exec(src)?.[1];
  return hash && imageWidths.map((width) => `/media/${hash}-${width}.${format} ${width}w`).join(', ');
}
