import { stripeUnits } from '@reprise/extension/minor-units';
import { storeCurrency } from '@reprise/extension/money';
import type { TaxProvider, TaxService } from '@reprise/extension/tax-service';
import { z } from 'zod';

const publicApi = 'https://api.stripe.com';
const timeoutMs = 10_000;

/** As a thousand dollars: a cent of tax on it is a tenth of a basis point. */
const askedUnits = 100_000;

/** Stripe's code for tangible goods in general. */
const taxCode = 'txcd_99999999';

const calculation = z.object({ tax_amount_exclusive: z.number().int().min(0) });

/** Stripe Tax, which knows where the account is registered: https://docs.stripe.com/tax. `apiUrl`: of a stand-in. */
function openStripeTax({ secretKey, apiUrl }: { secretKey: string; apiUrl: string | undefined }): TaxService {
  return {
    async rateAt({ city, state, zipCode, country }) {
      const { code } = storeCurrency();
      const { step } = stripeUnits(code);
      const form = new URLSearchParams({
        currency: code.toLowerCase(),
        'line_items[0][amount]': String(askedUnits * step),
        'line_items[0][reference]': 'goods',
        'line_items[0][tax_behavior]': 'exclusive',
        'line_items[0][tax_code]': taxCode,
        'customer_details[address_source]': 'shipping',
        'customer_details[address][country]': country,
        'customer_details[address][state]': state,
        'customer_details[address][city]': city,
        'customer_details[address][postal_code]': zipCode,
      });
      const response = await fetch(`${apiUrl ?? publicApi}/v1/tax/calculations`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form.toString(),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`Stripe Tax answered ${response.status}: ${text.slice(0, 300)}`);
      return calculation.parse(JSON.parse(text)).tax_amount_exclusive / (10 * step);
    },
  };
}

const stripeTax: TaxProvider = { name: 'Stripe Tax', open: openStripeTax };
export default stripeTax;
