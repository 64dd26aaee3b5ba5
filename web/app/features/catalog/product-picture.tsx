import { classNames } from '../../ui/class-names.ts';

type ProductPictureProps = {
  /** Null: the product has no picture. */
  src: string | null;
  alt: string;
  /** The pictures in sight at once load first; the others when they come near. */
  eager?: boolean;
  className?: string;
};

/** A device on its 4:5 tile. The tile keeps its place while the picture loads. */
export function ProductPicture({ src, alt, eager = false, className }: ProductPictureProps) {
  return (
    <img
      src={src ?? '/img/placeholder.svg'}
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
