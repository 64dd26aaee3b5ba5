import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { Discount, DiscountType } from '@reprise/contract/sales/discounts/discounts';
import { localTimeIn, timeOfLocal } from '@reprise/contract/time-zone';
import { readAmount, readWhole, typeAmount } from '@reprise/contract/typed-number';

/** Values of the form, as typed; times are local times of the store. */
export type DiscountFormValues = {
  code: string;
  type: DiscountType;
  amount: string;
  percent: string;
  startsAt: string;
  endsAt: string;
  maxUses: string;
  oncePerCustomer: boolean;
  categories: string[];
  conditions: Condition[];
};

export function newDiscountValues(timeZone: string, now: Date): DiscountFormValues {
  return {
    code: '',
    type: 'percent',
    amount: '',
    percent: '10',
    startsAt: localTimeIn(timeZone, now),
    endsAt: '',
    maxUses: '',
    oncePerCustomer: false,
    categories: [],
    conditions: [],
  };
}

export function valuesOfDiscount(discount: Discount, timeZone: string): DiscountFormValues {
  const { code, type, amount, percent, endsAt, maxUses, oncePerCustomer, categories, conditions } = discount;
  return {
    code,
    type,
    amount: amount === null ? '' : typeAmount(amount),
    percent: String(percent ?? ''),
    startsAt: localTimeIn(timeZone, new Date(discount.startsAt)),
    endsAt: endsAt ? localTimeIn(timeZone, new Date(endsAt)) : '',
    maxUses: String(maxUses ?? ''),
    oncePerCustomer,
    categories,
    conditions,
  };
}

/** Returns the request body, amounts in major units; `before` keeps times that were not changed to the second. */
export function wireOfDiscount(values: DiscountFormValues, timeZone: string, before?: Discount) {
  const { type, amount, percent, maxUses, ...others } = values;
  const timeOf = (local: string, known: string | null | undefined) =>
    known && localTimeIn(timeZone, new Date(known)) === local ? known : timeOfLocal(timeZone, local);
  return {
    ...others,
    type,
    amount: type === 'amount' ? (readAmount(amount) ?? null) : null,
    percent: type === 'percent' ? (readWhole(percent) ?? null) : null,
    startsAt: timeOf(values.startsAt, before?.startsAt),
    endsAt: values.endsAt === '' ? null : timeOf(values.endsAt, before?.endsAt),
    maxUses: readWhole(maxUses) ?? null,
  };
}
