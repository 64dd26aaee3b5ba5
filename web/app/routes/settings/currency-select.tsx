import { currencies } from '@reprise/contract/currencies';
import { storeCurrency } from '@reprise/contract/money';
import type { ComponentProps } from 'react';
import { Select } from '../../ui/forms/select.tsx';

const options = [...currencies.values()].map(({ code, name }) => [code, `${code}, ${name}`] as const);

/** Currency of the store, which the server changes only while nothing is counted in it. */
export function CurrencySelect(props: ComponentProps<typeof Select>) {
  return (
    <Select
      options={options}
      hint={`Fixed once the store has a product, an order or a lot. A change from ${storeCurrency().code} empties shipping rates and limits; nothing is converted.`}
      {...props}
    />
  );
}
