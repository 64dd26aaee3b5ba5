import type { ReactNode } from 'react';

/** The buttons at the end of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="flex justify-end gap-0.5">{children}</div>;
}
