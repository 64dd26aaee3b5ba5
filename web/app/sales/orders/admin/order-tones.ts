import type { OrderStatus, PaymentStatus } from '@reprise/contract/sales/orders/order-status';
import type { Tone } from '../../../ui/badge.tsx';

export const orderTones: Record<OrderStatus, Tone> = {
  pending: 'warn',
  processing: 'primary',
  shipped: 'primary',
  delivered: 'good',
  cancelled: 'bad',
};

export const paymentTones: Record<PaymentStatus, Tone> = {
  unpaid: 'warn',
  started: 'warn',
  paid: 'good',
  'partly-refunded': 'neutral',
  'refund-to-approve': 'warn',
  refunded: 'neutral',
};

export const paymentLabels: Record<PaymentStatus, string> = {
  unpaid: 'Not paid',
  started: 'Payment started',
  paid: 'Paid',
  'partly-refunded': 'Partly refunded',
  'refund-to-approve': 'Refund to approve',
  refunded: 'Refunded',
};
