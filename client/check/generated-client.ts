import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

// A program with a client that was generated from the description of the API alone.

const { REPRISE_URL, REPRISE_TOKEN } = process.env;
const client = createClient<paths>({
  baseUrl: `${REPRISE_URL}/api`,
  headers: { authorization: `Bearer ${REPRISE_TOKEN}` },
});

const list = await client.GET('/products', { params: { query: { limit: 5, sort: 'price-low' } } });
const products: components['schemas']['Product'][] = list.data?.data.products ?? [];
const [first] = products;
if (!first) throw new Error(`No product: ${JSON.stringify(list.error)}`);

const moved = await client.POST('/products/{id}/stock-movements', {
  params: { path: { id: first.id } },
  body: { change: 1, note: 'Found in the back' },
});
const stockCount: number | undefined = moved.data?.data.product.stockCount;
if (stockCount !== first.stockCount + 1) throw new Error(`Stock: ${JSON.stringify(moved.error)}`);

const refused = await client.POST('/products/{id}/stock-movements', {
  params: { path: { id: first.id } },
  body: { change: 0 },
});
if (refused.error?.code !== 'VALIDATION_ERROR') throw new Error('A change of 0 was not refused.');
console.log('The generated client works.');
