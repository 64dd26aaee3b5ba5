/** Size of social sharing images; many sites show neither SVGs nor portrait images. */
export const shareSize = { width: 1200, height: 630 } as const;

/** Returns the URL of the sharing variant of a stored image; other images are shared unchanged. */
export function sharingImageUrl(url: string): string {
  return url.replace(/^(\/media\/[0-9a-f]{64})\.(?:svg|webp)$/, '$1.jpg');
}
