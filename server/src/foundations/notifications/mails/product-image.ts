import { shareSize, sharingImageUrl } from '@reprise/contract/catalog/products/shared-image';
import { type CSSProperties, createElement as h } from 'react';
import { inkMuted } from './mail-layout.ts';

type ProductImageProps = {
  /** Image path or URL. */
  image: string;
  /** Empty where the name of the product is a link beside it. */
  alt: string;
  width: number;
  publicUrl: string;
};

/** Image of a product at the shape of its sharing variant. The alt text is small, because many clients block images. */
export function ProductImage({ image, alt, width, publicUrl }: ProductImageProps) {
  const height = Math.round((width * shareSize.height) / shareSize.width);
  return h('img', { src: imageUrl(image, publicUrl), alt, width, height, style });
}

const style: CSSProperties = {
  border: 'none',
  borderRadius: '6px',
  color: inkMuted,
  display: 'block',
  fontSize: '11px',
  lineHeight: '14px',
  objectFit: 'cover',
};

/** Returns the raster version of an image, because mail clients do not show SVG. */
function imageUrl(image: string, publicUrl: string): string {
  const url = sharingImageUrl(image);
  return url.startsWith('/') ? publicUrl + url : url;
}
