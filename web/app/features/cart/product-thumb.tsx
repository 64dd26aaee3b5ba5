import { ResponsiveImage } from '../../ui/image.tsx';

// The contract names it too, but brings its schemas along: too much for the storefront's first load.
const placeholder = '/img/placeholder.svg';

/** A product's picture beside its name, which says what it shows. */
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
