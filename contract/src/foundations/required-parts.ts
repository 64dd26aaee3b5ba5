import type { z } from 'zod';
import { type AddressPart, requiredPartsOf } from '../countries.ts';

const missing: Record<AddressPart, string> = {
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
};

/** Check of a schema: refuses an address without a part that its country requires. */
export function requireParts(
  address: Record<AddressPart, string> & { country: string },
  { addIssue }: z.core.$RefinementCtx,
): void {
  for (const part of requiredPartsOf(address.country)) {
    if (address[part] === '') addIssue({ code: 'custom', path: [part], message: missing[part] });
  }
}
