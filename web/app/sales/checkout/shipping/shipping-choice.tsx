import { formatMoney } from '@reprise/contract/money';
import { type DeliveryTerms, dayRange, deliverySpan } from '@reprise/contract/sales/orders/delivery';
import {
  type DiscountTerms,
  type PricedLine,
  quote,
  type Rates,
  type ShippingMethod,
} from '@reprise/contract/sales/orders/pricing';
import { ratesIn, type ZoneTable } from '@reprise/contract/sales/orders/shipping/zones';
import type { ComponentProps } from 'react';
import { Radio } from '../../../ui/forms/checkbox.tsx';

type ShippingChoiceProps = {
  lines: PricedLine[];
  terms?: DiscountTerms | undefined;
  rates: Rates & DeliveryTerms & ZoneTable;
  /** Country whose zone counts; missing where the rates are those of a zone. */
  country?: string;
  /** True while the carriers are asked for their rates. */
  isAsking?: boolean;
  field: Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'>;
};

const options: { method: ShippingMethod; label: string }[] = [
  { method: 'standard', label: 'Standard' },
  { method: 'express', label: 'Express' },
];

export function ShippingChoice({
  lines,
  terms,
  rates: store,
  country,
  isAsking = false,
  field,
}: ShippingChoiceProps) {
  const rates = ratesIn(store, country);
  const now = new Date();
  return (
    <fieldset className="divide-y divide-line rounded-control border border-line-strong bg-raised">
      <legend className="sr-only">Shipping method</legend>
      <p role="status" className={isAsking ? 'px-4 py-2 text-ink-muted text-sm' : 'sr-only'}>
        {isAsking && 'Asking the carriers for your address…'}
      </p>
      {options.map(({ method, label }) => {
        const { shipping } = quote(lines, rates, method, terms);
        return (
          <Radio
            key={method}
            {...field}
            value={method}
            className="px-4 py-2.5"
            label={<span className="font-medium">{label}</span>}
            hint={`Delivery ${dayRange(deliverySpan(now, rates, method))}`}
            aside={
              <span className="font-medium text-ink">
                {lines.length === 0 ? '' : shipping === 0 ? 'Free' : formatMoney(shipping)}
              </span>
            }
          />
        );
      })}
    </fieldset>
  );
}
