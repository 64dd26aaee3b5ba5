import type { ReactNode } from 'react';

/** Second line of a notice. */
export function NoticeDetails({ children }: { children: ReactNode }) {
  return <p className="order-last -mt-2 basis-full pr-3 pb-2 pl-8 text-ink-muted text-sm">{children}</p>;
}
