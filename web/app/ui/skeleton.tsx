import { classNames } from './class-names.ts';

/** Placeholder for loading content, with the size of that content. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={classNames('block animate-pulse rounded-control bg-line/70', className)}
      aria-hidden="true"
    />
  );
}
