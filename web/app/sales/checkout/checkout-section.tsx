import type { ReactNode } from 'react';

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode };

/** Part of the checkout form under a heading. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-2">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
