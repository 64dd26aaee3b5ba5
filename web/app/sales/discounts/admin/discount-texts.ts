import { formatMoney } from '@reprise/contract/money';
import type { Discount, DiscountStatus, DiscountType } from '@reprise/contract/sales/discounts/discounts';
import { formatDateTime } from '../../../formats.ts';
import type { Tone } from '../../../ui/badge.tsx';

export const typeLabels: Record<DiscountType, string> = {
  percent: 'Percentage off',
  amount: 'Amount off',
  'free-shipping': 'Free standard shipping',
};

export const statusLabels: Record<DiscountStatus, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  'used-up': 'Used up',
  ended: 'Ended',
};

export const statusTones: Record<DiscountStatus, Tone> = {
  active: 'good',
  scheduled: 'primary',
  'used-up': 'warn',
  ended: 'neutral',
};

/** Returns what the code gives: "10% off", "$20.00 off", "Free standard shipping". */
export function valueText({ type, percent, amount }: Discount): string {
  if (type === 'percent') return `${percent}% off`;
  return type === 'amount' && amount !== null ? `${formatMoney(amount)} off` : typeLabels['free-shipping'];
}

/** Returns when the code can be used. */
export function periodText({ startsAt, endsAt }: Discount): string {
  const start = formatDateTime(startsAt);
  return endsAt ? `${start} to ${formatDateTime(endsAt)}` : `From ${start}`;
}

/** Returns the number of orders with the code, and its limit. */
export function usesText({ uses, maxUses }: Discount): string {
  return maxUses === null ? String(uses) : `${uses} of ${maxUses}`;
}
