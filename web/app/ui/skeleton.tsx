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

/** Placeholder for a page with a title. */
export function PageSkeleton() {
  return (
    <div className="mt-4 grid gap-4" role="status" aria-label="Loading">
      <Skeleton className="h-8 w-60" />
      <Skeleton className="h-60" />
    </div>
  );
}
