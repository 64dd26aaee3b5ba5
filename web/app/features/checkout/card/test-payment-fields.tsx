import type { PaymentMethod } from '@reprise/contract/payments/payment-methods';
import type { TestPayment } from '@reprise/contract/payments/payments';
import { isExpired, testCardFor } from '@reprise/contract/payments/test-cards';
import type { ComponentProps } from 'react';
import { Radio } from '../../../ui/forms/checkbox.tsx';
import { CardFields } from './card-fields.tsx';

type Registered = Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'>;

type TestPaymentFieldsProps = {
  /** True if the store offers PayPal. */
  paypal: boolean;
  payWith: PaymentMethod;
  choice: Registered;
  field: ComponentProps<typeof CardFields>['field'];
};

/** Form of the built-in test processor: a card, and PayPal if the store offers it. */
export function TestPaymentFields({ paypal, payWith, choice, field }: TestPaymentFieldsProps) {
  if (!paypal) return <CardFields field={field} />;
  return (
    <div className="grid gap-5">
      <fieldset className="divide-y divide-line rounded-control border border-line-strong bg-raised">
        <legend className="sr-only">Pay with</legend>
        <Radio {...choice} value="card" className="px-4 py-2.5" label={<Name>Card</Name>} />
        <Radio
          {...choice}
          value="paypal"
          className="px-4 py-2.5"
          label={<Name>PayPal</Name>}
          hint="You approve the payment there and come back."
        />
      </fieldset>
      {payWith === 'paypal' ? (
        <p className="rounded-control bg-primary-tint px-4 py-3 text-sm">
          <strong className="font-semibold">Test mode.</strong> PayPal is simulated: you choose the outcome,
          and no money moves.
        </p>
      ) : (
        <CardFields field={field} />
      )}
    </div>
  );
}

function Name({ children }: { children: string }) {
  return <span className="font-medium">{children}</span>;
}

/** Returns the test payment for the form values; null for an unknown card number. */
export function testPaymentOf(values: {
  payWith: PaymentMethod;
  cardNumber: string;
  cardExpiry: string;
}): TestPayment | null {
  if (values.payWith === 'paypal') return 'pm_paypal';
  const card = testCardFor(values.cardNumber);
  // Banks decline an expired card, and the order waits for another payment.
  return card && isExpired(values.cardExpiry, new Date()) ? 'pm_card_chargeDeclinedExpiredCard' : card;
}
