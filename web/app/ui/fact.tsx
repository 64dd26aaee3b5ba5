import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Labeled value of a description list. */
export function Fact({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="caption">{label}</dt>
      <dd className={classNames('mt-0.5', className)}>{children}</dd>
    </div>
  );
}
