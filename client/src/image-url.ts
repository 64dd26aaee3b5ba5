import { imageSet as imageSetOf, type WebImageFormat } from '@reprise/contract/catalog/products/image-widths';
import type { Reprise } from './create-reprise.ts';

/** Returns the complete address of an image, which the shop names by its path unless it is on another server. */
export function imageUrl({ url }: Pick<Reprise, 'url'>, address: string): string {
  return address.startsWith('/') ? url + address : address;
}

/** Returns the `srcset` of an uploaded image; undefined for an image with one size. */
export function imageSet(
  { url }: Pick<Reprise, 'url'>,
  address: string,
  format: WebImageFormat,
): string | undefined {
  return imageSetOf(address, format)?.replaceAll(/(^|, )\//g, `$1${url}/`);
}
