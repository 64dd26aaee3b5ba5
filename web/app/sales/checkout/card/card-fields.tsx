import { isExpiry, testCardFor } from '@reprise/contract/sales/payments/test-cards';
import type { ComponentProps } from 'react';
import { z } from 'zod';
import { TextInput } from '../../../ui/forms/text-input.tsx';

const required = (message: string) => z.string().trim().min(1, message);

/** Card form of the built-in test processor. The card data stays in the browser. */
export const cardForm = z.object({
  cardNumber: required('Card number is required').refine(
    (number) => testCardFor(number) !== null,
    'Use a test card number such as 4242 4242 4242 4242',
  ),
  cardExpiry: required('Expiry date is required').refine(
    isExpiry,
    'Enter the month and year of the card, such as 12/34',
  ),
  cardCvv: required('CVV is required').regex(/^\d{3,4}$/, 'A CVV has 3 or 4 digits'),
  cardName: required('Name on card is required'),
});
export type CardForm = z.input<typeof cardForm>;

export const emptyCard: CardForm = { cardNumber: '', cardExpiry: '', cardCvv: '', cardName: '' };

type FieldProps = Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> & {
  error: string | undefined;
};

/**
 * Card number, expiry, CVV and name, with the test numbers. `field` registers each input in the surrounding
 * form.
 */
export function CardFields({ field }: { field: (name: keyof CardForm) => FieldProps }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <p className="col-span-2 rounded-control bg-primary-tint px-4 py-3 text-sm">
        <strong className="font-semibold">Test mode.</strong> No real card is charged. Pay with a test number;
        a card that has expired is declined. Any CVV of 3 or 4 digits and any name will do.
      </p>
      <TextInput
        label="Card number"
        required
        fieldClassName="col-span-2"
        className="tabular"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="4242 4242 4242 4242"
        maxLength={30}
        {...formatted(field('cardNumber'), groupDigits)}
      />
      <TextInput
        label="Expiry (MM/YY)"
        required
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        maxLength={7}
        {...formatted(field('cardExpiry'), slashMonth)}
      />
      <TextInput
        label="CVV"
        required
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={4}
        {...field('cardCvv')}
      />
      <TextInput
        label="Name on card"
        required
        fieldClassName="col-span-2"
        autoComplete="cc-name"
        {...field('cardName')}
      />
      <TestNumbers />
    </div>
  );
}

function TestNumbers() {
  return (
    <details className="col-span-2 text-sm">
      <summary className="inline-flex min-h-8 items-center text-link pointer-coarse:min-h-11">
        Test card numbers
      </summary>
      <dl className="tabular mt-2 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        {testNumbers.map(([number, outcome]) => (
          <div key={number} className="contents">
            <dt className="whitespace-nowrap font-medium">{number}</dt>
            <dd className="text-ink-muted">{outcome}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const testNumbers = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0027 6000 3184', 'asks the cardholder first (3-D Secure)'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0000 0000 0127', 'has a wrong CVV'],
] as const;

/** Formats the digits while the caret is at the end; edits in the middle remain as typed. */
function formatted(field: FieldProps, format: (value: string) => string): FieldProps {
  return {
    ...field,
    onChange: (event) => {
      const input = event.target;
      const typing = (event.nativeEvent as InputEvent).inputType !== 'deleteContentBackward';
      if (typing && input.selectionStart === input.value.length) input.value = format(input.value);
      field.onChange?.(event);
    },
  };
}

const groupDigits = (value: string) => {
  const digits = value.replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) ? (digits.match(/\d{1,4}/g) ?? []).join(' ') : value;
};

const slashMonth = (value: string) => {
  const digits = value.replace(/\D/g, '');
  return digits.length >= 3 && digits.length <= 4 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : value;
};
