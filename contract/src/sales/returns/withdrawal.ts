import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { isoDateTime, mailAddress, requiredText, unknownFields } from '../../wire.ts';

export const withdrawal = z
  .strictObject(
    {
      name: requiredText(100, 'Enter your name'),
      email: mailAddress,
      /** Number of the order, as the customer wrote it. */
      orderNumber: requiredText(40, 'Enter the number of your order'),
    },
    unknownFields,
  )
  .meta({ id: 'Withdrawal' });
export type Withdrawal = z.output<typeof withdrawal>;

export const withdrawalEndpoints = endpoints({
  withdrawFromContract: {
    method: 'POST',
    path: '/orders/withdrawals',
    summary:
      'Withdraw from the contract of an order without an account or a reason; acknowledged by email with date and time, and answered alike whether there is such an order or not',
    access: 'visitor',
    rate: 'message',
    body: withdrawal,
    response: z.object({ receivedAt: isoDateTime }),
    message: 'We received your withdrawal',
  },
});
