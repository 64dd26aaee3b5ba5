import type { ReactNode } from 'react';

/** Bordered tile for sections of one topic, whose name is beside it on wide screens. */
export function CardGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-3 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <h2 className="text-lg lg:pt-4.5">{title}</h2>
      <div className="divide-y divide-line rounded-tile border border-line bg-raised">{children}</div>
    </div>
  );
}

type CardSectionProps = {
  title: string;
  /** Badge beside the title. */
  status?: ReactNode;
  /** Buttons at the right end of the title. */
  action?: ReactNode;
  children?: ReactNode;
};

export function CardSection({ title, status, action, children }: CardSectionProps) {
  return (
    <section className="p-5">
      <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-semibold text-base">{title}</h3>
        {status}
        {action && <div className="ml-auto flex flex-wrap justify-end gap-2">{action}</div>}
      </header>
      <div className="mt-2">{children}</div>
    </section>
  );
}
