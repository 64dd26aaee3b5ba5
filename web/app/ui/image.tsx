import { imageSet } from '@reprise/contract/catalog/products/image-widths';
import type { ComponentProps } from 'react';
import { preload } from 'react-dom';

type ImageProps = ComponentProps<'img'> & {
  src: string;
  /** Displayed width, by which the browser chooses a file. */
  sizes: string;
};

/** Image with `srcset`: uploaded ones in several widths, as AVIF or WebP. */
export function ResponsiveImage({ src, sizes, ...img }: ImageProps) {
  const avif = imageSet(src, 'avif');
  // biome-ignore lint/a11y/useAltText: alt is part of the props
  if (avif === undefined) return <img src={src} {...img} />;
  // Preloads the main image of a page. React does so itself for images without `srcset`.
  if (img.fetchPriority === 'high') {
    preload(src, {
      as: 'image',
      imageSrcSet: avif,
      imageSizes: sizes,
      type: 'image/avif',
      fetchPriority: 'high',
    });
  }
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {/* biome-ignore lint/a11y/useAltText: alt is part of the props */}
      <img src={src} srcSet={imageSet(src, 'webp')} sizes={sizes} {...img} />
    </picture>
  );
}
