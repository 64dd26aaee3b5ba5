import { webhookEvents } from '@reprise/contract/sales/payments/webhook';
import type { FakeEvent } from '../fake-stripe/ledger.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { expectNoViolations } from './accessibility.ts';
import { expect, test, waitForHydration } from './journey.ts';
import { deliverWebhook, openStripePair } from './stripe-shop.ts';

test('a dispute is followed on the dashboard, the order and the settings', {
  tag: ['@payments'],
}, async ({ page }) => {
  test.setTimeout(120_000);
  const { stripe, shop, close } = await openStripePair();
  try {
    const token = await signIn(shop.url, admin);
    const send = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await call(shop.url, method, path, { token, body })).body.data;
    const { order } = await send(
      'POST',
      '/orders',
      orderOf(await addProduct(shop.url, token, 3), 1, admin.email),
    );
    const { paymentIntentId } = await send('POST', '/payments/create-payment-intent', {
      amount: order.total,
      orderId: order.id,
    });
    stripe.ledger.pay(paymentIntentId, '4242424242424242');
    const dispute = stripe.ledger.openDispute(paymentIntentId);
    const delivered = new Set<FakeEvent>();
    const deliverAll = async () => {
      for (const event of stripe.ledger.events.filter((event) => !delivered.has(event))) {
        expect(await deliverWebhook(shop, event)).toBe(200);
        delivered.add(event);
      }
    };
    await deliverAll();
    const open = async (path: string) => {
      await page.goto(`${shop.url}${path}`);
      await waitForHydration(page);
    };

    await test.step('the dashboard names the order and the deadline', async () => {
      await open('/login');
      await page.getByLabel('Email').fill(admin.email);
      await page.getByLabel('Password').fill(admin.password);
      await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
      await expect(page).toHaveURL(`${shop.url}/`);
      await open('/admin');
      const line = page.getByRole('link', { name: `${order.orderNumber} is disputed` });
      await expect(line).toContainText('is disputed: submit evidence by');
      await line.click();
    });

    await test.step('the order has amount, reason, deadline and the way to Stripe', async () => {
      const link = page.getByRole('link', { name: /Submit evidence in Stripe/ });
      await expect(link).toHaveAttribute('href', `https://dashboard.stripe.com/test/disputes/${dispute.id}`);
      await expect(page.getByText('Disputed: needs your response')).toBeVisible();
      await expect(
        page.getByText(/Reason: fraudulent. Stripe holds the amount back. It cannot be refunded/),
      ).toBeVisible();
      await expectNoViolations(page, 'a disputed order');
    });

    await test.step('its outcome follows', async () => {
      stripe.ledger.answerDispute(dispute);
      stripe.ledger.closeDispute(dispute, 'won');
      await deliverAll();
      await open(`/admin/orders/${order.orderNumber}`);
      await expect(page.getByText('Dispute won')).toBeVisible();
      await open('/admin');
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      await expect(page.getByText('is disputed')).toBeHidden();
    });

    await test.step('the settings name the events that the webhook lacks', async () => {
      stripe.ledger.account.webhooks = [
        {
          url: `${shop.url}/api/payments/webhook`,
          status: 'enabled',
          enabled_events: webhookEvents.filter((event) => event !== 'charge.dispute.closed'),
        },
      ];
      await open('/admin/settings?tab=payment');
      await expect(page.getByText('The webhook lacks events')).toBeVisible();
      await expect(page.getByText('charge.dispute.closed')).toBeVisible();
      await expectNoViolations(page, 'the payment settings');
    });
  } finally {
    await close();
  }
});
