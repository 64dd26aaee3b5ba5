import { Problem } from '@reprise/contract/problem';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import { exemptionHold, exemptionOf } from '@reprise/contract/sales/orders/tax/exemption';
import type { OrderRow } from '../orders.queries.ts';

type Exempting = Parameters<typeof exemptionOf>[0];

type Exemptible = Pick<NewOrder, 'billing' | 'shippingMethod'> & { shippingAddress: { country: string } };

/** True for an order whose VAT number and address exempt it from tax. */
export function isExemptOrder(
  store: Exempting,
  { billing, shippingAddress, shippingMethod: method }: Exemptible,
): boolean {
  const { country } = shippingAddress;
  const billedTo = billing?.address?.country ?? country;
  return exemptionOf(store, { vatNumber: billing?.vatNumber, billedTo, country, method }) === 'exempt';
}

/** Throws for an order without tax whose VAT number was not checked; every way out of the shop asks here. */
export function assertNumberChecked({ exemption }: Pick<OrderRow, 'exemption'>): void {
  const reason = exemptionHold(exemption ?? undefined);
  if (reason !== null) throw new Problem('EDIT_CONFLICT', reason);
}

/** Returns the exemption of an order as the wire has it. */
export function exemptionOfRow({
  exemption: status,
  exemptionDecidedAt,
}: Pick<OrderRow, 'exemption' | 'exemptionDecidedAt'>) {
  if (status === null) return {};
  const decidedAt = exemptionDecidedAt && { decidedAt: exemptionDecidedAt.toISOString() };
  return { exemption: { status, ...decidedAt } };
}
