import { z } from 'zod';
import { euCountryOf, isInEu, plainVatNumber } from '../../../foundations/eu-vat.ts';
import { isoDateTime, requiredText } from '../../../wire.ts';
import type { ShippingMethod } from '../pricing.ts';

/**
 * State of an order that was placed without tax for the VAT number of its business: it leaves once the number is
 * `checked`. `invalid`: it was paid without tax, but the number is not valid.
 */
export const exemptionStatuses = ['pending', 'checked', 'invalid'] as const;
export type ExemptionStatus = (typeof exemptionStatuses)[number];

export const exemption = z
  .object({
    status: z.enum(exemptionStatuses),
    /** When staff checked the number; missing while it is pending. */
    decidedAt: isoDateTime.optional(),
  })
  .meta({ id: 'Exemption' });

export const exemptionDecision = z
  .object({
    status: z.enum(['checked', 'invalid'], 'Choose checked or invalid'),
    /** Number that was checked; EDIT_CONFLICT if the order has another one by now. */
    vatNumber: requiredText(40, 'Send the VAT number that was checked'),
  })
  .meta({ id: 'ExemptionDecision' });
export type ExemptionDecision = z.output<typeof exemptionDecision>;

type Business = {
  vatNumber: string | undefined;
  /** Country of a number that is typed without its letters. */
  billedTo: string;
  /** Country that the goods go to. */
  country: string;
  method: ShippingMethod | undefined;
};

type Store = {
  /** Country of a store that sells without tax to businesses of other EU countries; missing: it does not. */
  exemptFrom?: string | undefined;
};

/** `exempt`, or why an order has tax although a VAT number was entered; null without a number. */
export type Exemption = 'exempt' | { reason: string } | null;

/** Returns why an order has tax although a VAT number was entered, `exempt` if it has none; null without a number. */
export function exemptionOf(
  { exemptFrom: home }: Store,
  { vatNumber = '', billedTo, country, method }: Business,
): Exemption {
  const plain = plainVatNumber(vatNumber);
  if (home === undefined || plain === '') return null;
  if (plain.startsWith('XI'))
    return { reason: 'With tax: orders with a VAT number of Northern Ireland are not exempt.' };
  const isTypedWhole =
    /^[A-Z]{2}/.test(plain) && (euCountryOf(plain) !== undefined || /^(GB|CHE|NO)/.test(plain));
  const numberOf = isTypedWhole ? euCountryOf(plain) : isInEu(billedTo) ? billedTo : undefined;
  if (numberOf === undefined)
    return { reason: 'With tax: only VAT numbers of other EU countries make an order exempt.' };
  if (numberOf === home) return { reason: `With tax: this VAT number is of ${home}, where our store is.` };
  if (method === 'pickup') return { reason: 'With tax: orders that are collected stay in our country.' };
  if (country === home) return { reason: `With tax: the goods stay in ${home}, where our store is.` };
  if (!isInEu(country)) return { reason: 'With tax: only deliveries to another EU country are exempt.' };
  return 'exempt';
}

/** Reason why an order waits for its VAT number, and what to do; null if it does not wait. */
export function exemptionHold(status: ExemptionStatus | undefined): string | null {
  if (status === 'pending')
    return 'This order has no tax: check its VAT number, then confirm it here. Only then can the order be packed and shipped.';
  if (status === 'invalid')
    return 'This order was paid without tax, but its VAT number is not valid. Cancel and refund it, or correct the number and check it again.';
  return null;
}

/** Words at the checkout of an order without tax. */
export const exemptWords =
  'Without tax, as you buy for a business in another EU country. We check your VAT number before your order leaves.';
