// The widths in which an uploaded picture comes, each in two formats. Imports nothing: pages need it at once.

export const pictureWidths = [320, 640, 1080, 1600] as const;
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

const uploaded = /^\/media\/([0-9a-f]{64})\.webp$/;

/** The `srcset` of an uploaded picture in a format; nothing for drawings, which fit any size, and other addresses. */
export function pictureSet(src: string, format: PictureFormat): string | undefined {
  const hash = uploaded.exec(src)?.[1];
  return hash && pictureWidths.map((width) => `/media/${hash}-${width}.${format} ${width}w`).join(', ');
}
