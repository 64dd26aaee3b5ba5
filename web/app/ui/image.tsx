import { imageSet } from '@reprise/contract/catalog/image-widths';
import type { ComponentProps } from 'react';
import { preload } from 'react-dom';

type PictureProps = ComponentProps<'img'> & {
  src: string;
  /** How wide it is shown, so that the browser takes the file that fits. */
  sizes: string;
};

/** A picture as an `img`. One that was uploaded comes in the width that is needed, as AVIF or WebP. */
export function ResponsiveImage({ src, sizes, ...img }: PictureProps) {
  const avif = imageSet(src, 'avif');
  // biome-ignore lint/a11y/useAltText: it is among the properties
  if (avif === undefined) return <img src={src} {...img} />;
  // What the page is looked at for is asked for with its head; without a choice of files React does so by itself.
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
      {/* biome-ignore lint/a11y/useAltText: it is among the properties */}
      <img src={src} srcSet={imageSet(src, 'webp')} sizes={sizes} {...img} />
    </picture>
  );
}
