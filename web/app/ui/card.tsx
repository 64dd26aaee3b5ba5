import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CardProps = {
  title?: ReactNode;
  /** Stands at the right of the title. */
  action?: ReactNode;
  /** Content that goes to the edges, such as a table. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** A tile with a hairline. For a group that needs an edge, not for every paragraph. */
export function Card({ title, action, flush = false, className, children }: CardProps) {
  return (
    <section className={classNames('overflow-hidden rounded-tile border border-line bg-raised', className)}>
      {(title || action) && (
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-5 py-2.5">
          <h2 className="font-semibold text-base">{title}</h2>
          {action}
        </header>
      )}
      <div className={flush ? 'overflow-x-auto' : 'p-5'}>{children}</div>
    </section>
  );
}
