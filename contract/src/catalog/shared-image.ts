/** What is seen where a page is shared: many places show neither drawings nor tall pictures. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The address at which a stored picture is had in that form; others are shared as they are. */
export function sharedAddress(picture: string): string {
  return picture.replace(/^(\/media\/[0-9a-f]{64})\.(?:svg|webp)$/, '$1.jpg');
}
