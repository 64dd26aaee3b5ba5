import {
  methodNames,
  type ProcessorMethod,
  type RedirectMethod,
} from '@reprise/contract/sales/payments/payment-methods';
import type { TestPayment } from '@reprise/contract/sales/payments/payments';
import { isExpired, testCardFor } from '@reprise/contract/sales/payments/test-cards';
import type { ComponentProps } from 'react';
import { Radio } from '../../../ui/forms/checkbox.tsx';
import { CardFields } from './card-fields.tsx';

type Registered = Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'>;

type TestPaymentFieldsProps = {
  /** Methods that the store offers besides cards. */
  methods: RedirectMethod[];
  payWith: ProcessorMethod;
  choice: Registered;
  field: ComponentProps<typeof CardFields>['field'];
};

/** Form of the built-in test processor: a card, and the other methods that the store offers. */
export function TestPaymentFields({ methods, payWith, choice, field }: TestPaymentFieldsProps) {
  if (methods.length === 0) return <CardFields field={field} />;
  return (
    <div className="grid gap-5">
      <fieldset className="divide-y divide-line rounded-control border border-line-strong bg-raised">
        <legend className="sr-only">Pay with</legend>
        <Radio {...choice} value="card" className="px-4 py-2.5" label={<Name>Card</Name>} />
        {methods.map((method) => (
          <Radio
            key={method}
            {...choice}
            value={method}
            className="px-4 py-2.5"
            label={<Name>{methodNames[method]}</Name>}
            hint="You approve the payment there and come back."
          />
        ))}
      </fieldset>
      {payWith === 'card' ? (
        <CardFields field={field} />
      ) : (
        <p className="rounded-control bg-primary-tint px-4 py-3 text-sm">
          <strong className="font-semibold">Test mode.</strong> {methodNames[payWith]} is simulated: you
          choose the outcome, and no money moves.
        </p>
      )}
    </div>
  );
}

function Name({ children }: { children: string }) {
  return <span className="font-medium">{children}</span>;
}

/** Returns the test payment for the form values; null for an unknown card number. */
export function testPaymentOf(values: {
  payWith: ProcessorMethod;
  cardNumber: string;
  cardExpiry: string;
}): TestPayment | null {
  if (values.payWith !== 'card') return `pm_${values.payWith}`;
  const card = testCardFor(values.cardNumber);
  // Banks decline an expired card, and the order waits for another payment.
  return card && isExpired(values.cardExpiry, new Date()) ? 'pm_card_chargeDeclinedExpiredCard' : card;
}
