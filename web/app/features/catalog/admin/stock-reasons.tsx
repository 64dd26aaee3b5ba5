import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { type StockReasonValues, stockReasons } from './stock-notes.ts';

type StockReasonFieldsProps = {
  values: StockReasonValues;
  onChange: (changes: Partial<StockReasonValues>) => void;
};

/** Fields for the reason of a stock correction, which the ledger shows. */
export function StockReasonFields({ values, onChange }: StockReasonFieldsProps) {
  return (
    <>
      <Select
        label="Reason"
        required
        value={values.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      >
        <option value="">Select a reason</option>
        {stockReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reason}
          </option>
        ))}
      </Select>
      <TextInput
        label="Details"
        maxLength={400}
        value={values.details}
        onChange={(event) => onChange({ details: event.target.value })}
      />
    </>
  );
}
