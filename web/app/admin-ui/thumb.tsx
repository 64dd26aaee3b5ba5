import { placeholderImage } from '@reprise/contract/catalog/products/product';
import { classNames } from '../ui/class-names.ts';

/** Decorative thumbnail of a product; the name beside it is the accessible text. */
export function Thumb({ src, className = 'size-7' }: { src: string | undefined; className?: string }) {
  return (
    <img
      src={src || placeholderImage}
      alt=""
      width={80}
      height={80}
      loading="lazy"
      decoding="async"
      // The image of a product may be on a server that is gone.
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(placeholderImage)) currentTarget.src = placeholderImage;
      }}
      className={classNames('shrink-0 rounded-[4px] bg-sunken object-cover', className)}
    />
  );
}
