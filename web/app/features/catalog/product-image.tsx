import { classNames } from '../../ui/class-names.ts';
import { ResponsiveImage } from '../../ui/image.tsx';

type ProductPictureProps = {
  /** Null: the product has no picture. */
  src: string | null;
  alt: string;
  /** The pictures in sight at once load first; the others when they come near. */
  eager?: boolean;
  /** How wide it is shown; left out for a card in a grid. */
  sizes?: string;
  className?: string;
};

const cardSizes = '(min-width: 80rem) 18rem, (min-width: 48rem) 30vw, 46vw';

/** A device on its 4:5 tile. The tile keeps its place while the picture loads. */
export function ProductImage({ src, alt, eager = false, sizes = cardSizes, className }: ProductPictureProps) {
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
      className={classNames('aspect-4/5 w-full bg-sunken object-cover', className)}
    />
  );
}
