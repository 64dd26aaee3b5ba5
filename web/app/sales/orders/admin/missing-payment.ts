import type { Order } from '@reprise/contract/sales/orders/order';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { isUnpaid } from '../payment-due.ts';

type Paid = Pick<Order, 'paymentStatus' | 'isTestPaid'>;

/** Why an order brought no money; shipping it gives its items away. */
type MissingPayment = 'unpaid' | 'refunded' | 'test';

/** Returns a function that tells why an order brought no money; null for a paid order. */
function useMissingPayment(): (order: Paid) => MissingPayment | null {
  const isLive = useStoreSettings()?.stripePublishableKey?.startsWith('pk_live_') ?? false;
  return ({ paymentStatus, isTestPaid }) => {
    if (isUnpaid({ paymentStatus })) return 'unpaid';
    if (paymentStatus === 'refunded') return 'refunded';
    return isLive && isTestPaid ? 'test' : null;
  };
}

const sentences: Record<MissingPayment, (verb: string) => string> = {
  unpaid: (verb) => `${verb} not paid.`,
  refunded: (verb) => `${verb} refunded.`,
  test: (verb) => `${verb} paid in test mode: no money was received.`,
};

/** Says which of the orders brought no money, and why; null if all were paid. */
export function useMissingPaymentText(orders: (Paid & { orderNumber: string })[]): string | null {
  const missingOf = useMissingPayment();
  const groups = (['unpaid', 'refunded', 'test'] as const).map((missing) => {
    const numbers = orders.filter((order) => missingOf(order) === missing).map((order) => order.orderNumber);
    if (numbers.length === 0) return '';
    const isOne = numbers.length === 1;
    const present = isOne ? 'is' : 'are';
    const past = isOne ? 'was' : 'were';
    return `${numbers.join(', ')} ${sentences[missing](missing === 'unpaid' ? present : past)}`;
  });
  return groups.filter(Boolean).join(' ') || null;
}
