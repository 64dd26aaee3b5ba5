import type { ReactNode } from 'react';

/** Buttons at the end of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="flex justify-end gap-0.5">{children}</div>;
}
