import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { type Exemption, exemptionOf } from '@reprise/contract/sales/orders/tax/exemption';

type BilledForm = {
  vatNumber: string;
  country: string;
  shippingMethod: ShippingMethod;
  billing?: { country: string } | undefined;
};

/** Returns whether the VAT number of a form exempts its order from tax. */
export function exemptionOfForm(
  store: Parameters<typeof exemptionOf>[0],
  { vatNumber, country, shippingMethod: method, billing }: BilledForm,
): Exemption {
  return exemptionOf(store, { vatNumber, country, method, billedTo: billing?.country ?? country });
}
