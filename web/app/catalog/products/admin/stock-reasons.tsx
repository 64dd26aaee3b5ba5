import type { ComponentProps } from 'react';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { stockReasons } from './stock-notes.ts';

type StockReasonFieldsProps = {
  reason: Omit<ComponentProps<typeof Select>, 'label'>;
  details: Omit<ComponentProps<typeof TextInput>, 'label'>;
};

/** Fields for the reason of a stock correction, which the ledger shows. */
export function StockReasonFields({ reason, details }: StockReasonFieldsProps) {
  return (
    <>
      <Select label="Reason" required options={stockReasons.map((text) => [text, text])} {...reason}>
        <option value="">Select a reason</option>
      </Select>
      <TextInput label="Details" maxLength={400} {...details} />
    </>
  );
}
