import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CardProps = {
  title?: ReactNode;
  /** Small element after the title. */
  aside?: ReactNode;
  /** Element at the right end of the header. */
  action?: ReactNode;
  /** Removes the padding, for content such as a table. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** Bordered tile for a group of content. */
export function Card({ title, aside, action, flush = false, className, children }: CardProps) {
  return (
    <section className={classNames('overflow-hidden rounded-tile border border-line bg-raised', className)}>
      {(title || action) && (
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-5 py-2.5">
          <div className="flex min-w-0 items-center gap-1">
            <h2 className="font-semibold text-base">{title}</h2>
            {aside}
          </div>
          {action}
        </header>
      )}
      <div className={flush ? 'overflow-x-auto' : 'p-5'}>{children}</div>
    </section>
  );
}
