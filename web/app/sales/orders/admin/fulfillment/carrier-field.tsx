import { carrierNames } from '@reprise/contract/sales/orders/carriers';
import { type ComponentProps, useId } from 'react';
import { TextInput } from '../../../../ui/forms/text-input.tsx';

/** Field for the carrier: suggests those with known tracking pages and accepts any name. */
export function CarrierField(props: Omit<ComponentProps<typeof TextInput>, 'list'>) {
  const list = useId();
  return (
    <>
      <TextInput {...props} list={list} autoComplete="off" />
      <datalist id={list}>
        {carrierNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
