import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { methodNames, offeredMethods } from '@reprise/contract/sales/payments/payment-methods';
import { type ReactNode, type Ref, useState } from 'react';
import { Radio } from '../../ui/forms/checkbox.tsx';
import type { CardEntry } from './charge.ts';
import { PaymentPageNote } from './payment-page-note.tsx';

type PaymentChoiceProps = {
  settings: PublicSettings;
  /** Form of the checkout; unused if customers pay on pages only. */
  children: ReactNode;
  entry: Ref<CardEntry>;
};

/** Offers the checkout's form and the pages of other processors, and shows the chosen one, which fills `entry`. */
export function PaymentChoice({ settings, children, entry }: PaymentChoiceProps) {
  const { paymentProcessor, paymentPages } = settings;
  const hasForm = paymentProcessor !== 'adapter';
  const [chosen, setChosen] = useState(hasForm ? null : (paymentPages[0]?.name ?? null));
  const page = paymentPages.find(({ name }) => name === chosen);
  const fields = page ? <PaymentPageNote key={page.name} {...page} ref={entry} /> : children;
  if (paymentPages.length + (hasForm ? 1 : 0) < 2) return fields;
  const way = (name: string | null) => ({
    name: 'way-to-pay',
    className: 'px-4 py-2.5',
    checked: chosen === name,
    onChange: () => setChosen(name),
  });
  return (
    <div className="grid gap-5">
      <fieldset className="divide-y divide-line rounded-control border border-line-strong bg-raised">
        <legend className="sr-only">Pay with</legend>
        {hasForm && <Radio {...way(null)} label={<Name>{formName(settings)}</Name>} />}
        {paymentPages.map(({ name }) => (
          <Radio key={name} {...way(name)} label={<Name>{name}</Name>} hint="You pay there and come back." />
        ))}
      </fieldset>
      {fields}
    </div>
  );
}

function Name({ children }: { children: string }) {
  return <span className="font-medium">{children}</span>;
}

const formName = (settings: PublicSettings): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format([
    'Card',
    ...offeredMethods(settings).map((method) => methodNames[method]),
  ]);
