import type { ReactNode } from 'react';

type OrderSectionProps = { title: string; action?: ReactNode; children: ReactNode };

/** Section of an order with its heading. */
export function OrderSection({ title, action, children }: OrderSectionProps) {
  return (
    <section>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3 border-line border-b pb-1.5">
        <h3 className="font-semibold text-sm">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
