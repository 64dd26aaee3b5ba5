import { classNames } from '../../ui/class-names.ts';
import { ResponsiveImage } from '../../ui/image.tsx';

type ProductImageProps = {
  /** Null if the product has no image. */
  src: string | null;
  alt: string;
  /** Loads the image at once; others load lazily. */
  eager?: boolean;
  /** Displayed width as a `sizes` attribute; defaults to a card in a grid. */
  sizes?: string;
  className?: string;
};

const cardSizes = '(min-width: 80rem) 18rem, (min-width: 48rem) 30vw, 46vw';

/** Image of a product on a 4:5 tile, which reserves its space while loading. */
export function ProductImage({ src, alt, eager = false, sizes = cardSizes, className }: ProductImageProps) {
  return (
    <ResponsiveImage
      src={src ?? '/img/placeholder.svg'}
      sizes={sizes}
      alt={alt}
      width={800}
      height={1000}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(eager && { fetchPriority: 'high' as const })}
      className={classNames('product-image', className)}
    />
  );
}
