import { type Billing, type BillingInput, businessLinesOf } from '@reprise/contract/sales/orders/billing';
import type { InvoiceAddress } from '@reprise/contract/sales/orders/order';
import { formatAddress } from '../../../foundations/address-formats/format-address.ts';

/** Billing data as an order stores it; missing parts are those of the shipping address. */
export type StoredBilling = {
  address?: {
    firstName: string;
    lastName: string;
    address: string;
    address2: string;
    city: string;
    state: string;
    zipCode: string;
    country: string;
  };
  company?: string;
  vatNumber?: string;
};

/** Returns null for an order that is billed as it is shipped, to a person. */
export function toStoredBilling(input: BillingInput | undefined): StoredBilling | null {
  const { address, company, vatNumber } = input ?? {};
  if (!address && !company && !vatNumber) return null;
  return {
    ...(address && { address: { ...address, address2: address.address2 ?? '' } }),
    ...(company && { company }),
    ...(vatNumber && { vatNumber }),
  };
}

/** Returns billing data with the whole name and the lines of its address. */
export function toBilling({ address, ...business }: StoredBilling): Billing {
  if (!address) return business;
  const name = `${address.firstName} ${address.lastName}`.trim();
  return { ...business, address: { name, ...address, lines: formatAddress(address) } };
}

type BilledRow = Required<StoredBilling>['address'] & { billing: StoredBilling | null };

/** Returns the recipient of the invoices of an order. */
export function toInvoiceAddress(row: BilledRow): InvoiceAddress {
  const { address: billed, ...business } = row.billing ?? {};
  const { firstName, lastName, address, address2, city, state, zipCode, country } = billed ?? row;
  return {
    name: `${firstName} ${lastName}`.trim(),
    address,
    address2,
    city,
    state,
    zipCode,
    country,
    ...business,
    ...(billed && { isShippedElsewhere: true as const }),
  };
}

/** Returns the lines of the recipient of an invoice, the company first. */
export function recipientLinesOf({ name, ...recipient }: InvoiceAddress): string[] {
  const { address, city, state, zipCode, country } = recipient;
  const lines = formatAddress({ address, address2: recipient.address2, city, state, zipCode, country });
  return [name, ...businessLinesOf(recipient), ...lines];
}
