import { ResponsiveImage } from '../../ui/image.tsx';

// Duplicates a constant of the contract, which would add all schemas to the storefront's first load.
const placeholder = '/img/placeholder.svg';

/** Decorative thumbnail of a product; the name beside it is the accessible text. */
export function ProductThumb({ image, size = 'md' }: { image: string | null; size?: 'sm' | 'md' }) {
  const side = size === 'sm' ? 'h-14 w-12' : 'h-25 w-20';
  return (
    <span className={`block shrink-0 overflow-hidden rounded-control bg-sunken ${side}`}>
      <ResponsiveImage
        src={image || placeholder}
        sizes="5rem"
        alt=""
        width={80}
        height={100}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </span>
  );
}
