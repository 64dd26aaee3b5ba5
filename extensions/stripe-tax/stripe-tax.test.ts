import { tryTaxService } from '@reprise/extension/trials/try-tax-service';
import { afterAll, expect, test } from 'vitest';
import { openFakeStripe } from '../../e2e/fake-stripe/fake-stripe.ts';
import stripeTax from './stripe-tax.ts';

const stripe = await openFakeStripe();
afterAll(stripe.close);

test('Stripe Tax obeys the rules of a tax service', async () => {
  const { STRIPE_SECRET_KEY: secretKey } = stripe.settings;
  const service = stripeTax.open({ secretKey, apiUrl: stripe.url });
  const taxed = { city: 'Reno', state: 'NV', zipCode: '89501', country: 'US' };
  const untaxed = { city: 'Portland', state: 'OR', zipCode: '97201', country: 'US' };
  expect(await tryTaxService(service, { taxed, untaxed, unknown: { ...taxed, zipCode: '00000' } })).toEqual(
    [],
  );
});
