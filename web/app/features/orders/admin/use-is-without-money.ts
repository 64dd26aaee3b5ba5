import type { Order } from '@reprise/contract/orders/order';
import { useStoreSettings } from '../../settings/store-settings.ts';

/** Returns a check for orders paid in test mode in a live shop: shipping one gives its items away. */
export function useIsWithoutMoney(): (order: Pick<Order, 'isTestPaid'>) => boolean {
  const isLive = useStoreSettings()?.stripePublishableKey?.startsWith('pk_live_') ?? false;
  return ({ isTestPaid }) => isLive && isTestPaid;
}

export function withoutMoneyText(orders: { orderNumber: string }[]): string {
  const numbers = orders.map(({ orderNumber }) => orderNumber).join(', ');
  const verb = orders.length === 1 ? 'was' : 'were';
  return `${numbers} ${verb} paid in test mode: no money was received.`;
}
