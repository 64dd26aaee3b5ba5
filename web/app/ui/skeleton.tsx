import { classNames } from './class-names.ts';

/** Holds the place of what is loading: give it the size of what will come. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={classNames('block animate-pulse rounded-control bg-line/70', className)}
      aria-hidden="true"
    />
  );
}
