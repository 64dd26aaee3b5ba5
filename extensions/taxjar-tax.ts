import type { TaxService } from '@reprise/extension/tax-service';

// Reads sales tax rates from the HTTP API of TaxJar. TAX_ADAPTER=./extensions/taxjar-tax.ts TAXJAR_TOKEN=… TAXJAR_STATES=CA,NY

const { TAXJAR_URL = 'https://api.taxjar.com', TAXJAR_TOKEN = '', TAXJAR_STATES = '' } = process.env;

/** States in which the shop collects tax. */
const states = new Set(TAXJAR_STATES.split(',').map((state) => state.trim().toUpperCase()));

type Answer = { rate: { combined_rate: string } };

const taxjar: TaxService = {
  async rateAt({ city, state, zipCode, country }) {
    if (country !== 'US' || !states.has(state)) return 0;
    const place = new URLSearchParams({ country, state, city });
    const response = await fetch(`${TAXJAR_URL}/v2/rates/${encodeURIComponent(zipCode)}?${place}`, {
      headers: { authorization: `Bearer ${TAXJAR_TOKEN}` },
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`TaxJar answered ${response.status}`);
    const { rate } = (await response.json()) as Answer;
    // A fraction such as "0.08875".
    return Number(rate.combined_rate) * 10_000;
  },
};

export default taxjar;
