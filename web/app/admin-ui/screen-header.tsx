import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

type ScreenHeaderProps = {
  title: string;
  /** Stays at the top while the screen scrolls, for a form whose main action must remain visible. */
  isSticky?: boolean;
  children?: ReactNode;
};

/** Title of a screen and its main action. */
export function ScreenHeader({ title, isSticky = false, children }: ScreenHeaderProps) {
  return (
    <div
      className={classNames(
        'flex min-h-10 flex-wrap items-center justify-between gap-2',
        isSticky
          ? 'sticky-header sticky top-0 z-10 -mx-4 -mt-4 mb-2 bg-paper px-4 py-3 md:-mx-6 md:-mt-5 md:px-6'
          : 'mb-5',
      )}
    >
      <h1 className="text-lg sm:text-xl">{title}</h1>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
