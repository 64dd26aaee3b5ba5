import { cents } from '@reprise/contract/money';
import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeOf, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openStripeShop } from '../../../../test/stripe-shop.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';

const shop = await openStripeShop();
const { call, db, deps, fixtures, ledger } = shop;

/** A paid Stripe order far above the limit of $200. */
async function paidOrder() {
  const camera = await shop.addProduct(5, cents(50_000));
  const email = `${camera}@example.com`;
  const { order, accessToken } = await shop.place(
    orderOf({ [camera]: 1 }, { shippingAddress: { ...someAddress, email } }),
  );
  const as = { orderToken: accessToken };
  const { paymentIntentId: intent } = await shop.start({ ...order, as });
  ledger.pay(intent, '4242424242424242');
  await call('confirmPayment', { body: { paymentIntentId: intent, orderId: order.id } }, as);
  return { id: order.id as string, total: order.total as number, intent, email, camera };
}
type Paid = Awaited<ReturnType<typeof paidOrder>>;

const setStatus = ({ id }: Paid, status: string) =>
  call('changeOrderStatus', { params: { id }, body: { status } }, { caller: fixtures.admin });
const waitingOf = (order: { payments: { refunds: { id: string; status: string }[] }[] }) =>
  order.payments[0]?.refunds.find(({ status }) => status === 'awaiting-approval');
async function cancelled(): Promise<Paid & { refundId: string }> {
  const paid = await paidOrder();
  const { order } = await setStatus(paid, 'cancelled');
  return { ...paid, refundId: waitingOf(order)?.id ?? 'none' };
}
type Cancelled = Awaited<ReturnType<typeof cancelled>>;
const approve = ({ id, refundId }: Cancelled) =>
  call('approveRefund', { params: { id, refundId }, body: {} }, { caller: fixtures.admin });
const decline = ({ id, refundId }: Cancelled, reason = 'Paid out in cash') =>
  call('declineRefund', { params: { id, refundId }, body: { reason } }, { caller: fixtures.admin });
const returned = ({ intent }: Paid) => {
  const charge = ledger.find(intent).latest_charge as { amount_refunded: number } | null;
  return (charge?.amount_refunded ?? 0) / 100;
};
const mailKinds = async ({ email }: Paid) => {
  await deps.jobs.workUntilIdle();
  const sent = await db.select().from(mails).where(eq(mails.recipient, email));
  return sent.map((mail) => mail.kind).filter((kind) => kind !== 'order-paid');
};
const actions = async ({ id }: Paid) => {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `order ${id}`));
  return rows.map(({ action }) => action);
};

describe('cancelling a paid order above the limit', () => {
  test('cancels at once and refunds after approval', async () => {
    const order = await cancelled();
    expect(await mailKinds(order)).toEqual(['order-cancelled']);
    const waiting = await shop.read(order);
    expect(waiting).toMatchObject({ status: 'cancelled', paymentStatus: 'refund-to-approve' });
    expect(waiting.payments).toMatchObject([{ refunded: 0, refundable: 0 }]);
    expect(waitingOf(waiting)).toMatchObject({ amount: order.total });
    expect([returned(order), await shop.stockOf(order.camera)]).toEqual([0, 5]);

    const { refund, order: after } = await approve(order);
    expect(refund).toMatchObject({ status: 'succeeded', amount: order.total });
    expect(after).toMatchObject({ paymentStatus: 'refunded', payments: [{ status: 'refunded' }] });
    expect(returned(order)).toBe(order.total);
    expect(await mailKinds(order)).toEqual(['order-cancelled', 'order-refunded']);
    expect(await actions(order)).toEqual(
      expect.arrayContaining(['request refund approval', 'approve refund']),
    );
  });

  test('requires approval in bulk changes only for orders above the limit', async () => {
    const large = await paidOrder();
    await db.update(storeSettings).set({ refundLimitCents: cents(54_000) });
    await call(
      'changeOrderStatuses',
      { body: { changes: [{ id: large.id, status: 'cancelled' }] } },
      { caller: fixtures.admin },
    );
    expect((await shop.read(large)).paymentStatus).toBe('refunded');
    await db.update(storeSettings).set({ refundLimitCents: cents(53_999) });
    const larger = await paidOrder();
    const changes = [{ id: larger.id, status: 'cancelled' }];
    await call('changeOrderStatuses', { body: { changes } }, { caller: fixtures.admin });
    expect((await shop.read(larger)).paymentStatus).toBe('refund-to-approve');
    await db.update(storeSettings).set({ refundLimitCents: cents(20_000) });
  });
});

describe('deciding', () => {
  test('refunds once when approved five times at once', async () => {
    const order = await cancelled();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => approve(order)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(returned(order)).toBe(order.total);
    expect([...ledger.refunds.values()].filter((one) => one.payment_intent === order.intent)).toHaveLength(1);
  });

  test('keeps the payment when a refund is declined, and rejects a later approval', async () => {
    const order = await cancelled();
    const { refund, order: after } = await decline(order);
    expect(refund).toMatchObject({ status: 'declined', declineReason: 'Paid out in cash' });
    expect(after).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' });
    expect(await problemOf(approve(order))).toMatchObject({ code: 'NOT_REFUNDABLE', status: 409 });
    await deps.jobs.workUntilIdle();
    expect([returned(order), await mailKinds(order)]).toEqual([0, ['order-cancelled']]);
    expect(await actions(order)).toContain('decline refund');
  });

  test('refunds what Stripe’s dashboard has left when approved', async () => {
    const order = await cancelled();
    ledger.refund(order.intent, 10_000, {});
    const { refund } = await approve(order);
    expect(refund.amount).toBeCloseTo(order.total - 100);
    expect(returned(order)).toBe(order.total);
    expect((await shop.read(order)).paymentStatus).toBe('refunded');
  });

  test('closes the pending refund when Stripe’s dashboard refunded everything', async () => {
    const order = await cancelled();
    ledger.refund(order.intent, Math.round(order.total * 100), {});
    expect(await codeOf(approve(order))).toBe('NOT_REFUNDABLE');
    expect((await shop.read(order)).paymentStatus).toBe('refunded');
    expect(returned(order)).toBe(order.total);
  });

  test('closes the pending refund when the order is reopened', async () => {
    const order = await cancelled();
    const { order: open } = await setStatus(order, 'processing');
    expect(open).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
    expect(await codeOf(approve(order))).toBe('NOT_REFUNDABLE');
    const again = (await setStatus(order, 'cancelled')).order;
    expect(waitingOf(again)?.id).not.toBe(order.refundId);
    expect(again.paymentStatus).toBe('refund-to-approve');
  });

  test('sends an approved refund by job when Stripe does not respond', async () => {
    const order = await cancelled();
    shop.stripe.failNext(...Array.from({ length: 6 }, () => 'error' as const));
    expect((await approve(order)).refund.status).toBe('requested');
    shop.stripe.forgetFaults();
    await deps.jobs.workUntilIdle();
    expect(returned(order)).toBe(order.total);
  });

  test('rejects a decision about an unknown refund or another order', async () => {
    const [one, other] = [await cancelled(), await cancelled()];
    expect(await codeOf(approve({ ...one, refundId: other.refundId }))).toBe('NOT_FOUND');
    expect(await codeOf(approve({ ...one, refundId: 'none' }))).toBe('NOT_FOUND');
  });
});

describe('refunds above the limit', () => {
  const refund = ({ id }: Paid, amount?: number, provedAt: Date | null = null) =>
    call('refundOrder', { params: { id }, body: { amount } }, { caller: { ...fixtures.admin, provedAt } });

  test('requires recent reauthentication above the limit, also in small parts', async () => {
    const paid = await paidOrder();
    const old = new Date(deps.now().getTime() - 11 * 60_000);
    expect(await codeOf(refund(paid, 200.01, old))).toBe('STEP_UP_REQUIRED');
    expect((await refund(paid, 150, old)).refund.amount).toBe(150);
    expect(await codeOf(refund(paid, 50.01, old))).toBe('STEP_UP_REQUIRED');
    expect((await refund(paid, 50, old)).refund.amount).toBe(50);
    expect(await codeOf(refund(paid))).toBe('STEP_UP_REQUIRED');
    expect((await refund(paid, undefined, deps.now())).order.paymentStatus).toBe('refunded');
  });

  test('rejects refunds above the limit by staff without the permission', async () => {
    const paid = await paidOrder();
    const support = { ...fixtures.admin, permissions: permissionsOf(['support']) };
    const params = { id: paid.id };
    expect(await codeOf(call('refundOrder', { params, body: { amount: 201 } }, { caller: support }))).toBe(
      'FORBIDDEN',
    );
    await call('refundOrder', { params, body: { amount: 199 } }, { caller: support });
    await call('changeOrderStatus', { params, body: { status: 'cancelled' } }, { caller: support });
    const refundId = waitingOf(await shop.read(paid))?.id;
    const decision = { params: { ...params, refundId }, body: {} };
    expect(await codeOf(call('approveRefund', decision, { caller: support }))).toBe('FORBIDDEN');
  });

  test('rejects refunds while another awaits approval', async () => {
    const order = await cancelled();
    expect(await problemOf(refund(order, 10))).toMatchObject({ code: 'NOT_REFUNDABLE' });
  });
});
