import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { median, rounds } from './median.ts';

const buyers = 8;
const ordersPerRound = 240;

/** Orders placed per second: each buyer another product, and all of them the same. */
export async function measureOrders(base: string): Promise<void> {
  const token = await signIn(base, admin);
  const own = await Promise.all(Array.from({ length: buyers }, () => addProduct(base, token, 100_000)));
  const hot = await addProduct(base, token, 100_000);
  const results: Record<string, number[]> = { 'distinct products': [], 'one hot product': [] };
  for (let round = 0; round < rounds; round++) {
    results['distinct products']?.push(await orderMany(base, (buyer) => own[buyer] ?? hot));
    results['one hot product']?.push(await orderMany(base, () => hot));
  }
  console.log('\n| orders placed | per second |\n|---|---|');
  for (const [name, figures] of Object.entries(results))
    console.log(`| ${name} | ${median(figures).toFixed(0)} |`);
}

async function orderMany(base: string, productOf: (buyer: number) => string): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      for (let at = 0; at < ordersPerRound / buyers; at++) {
        const body = orderOf(productOf(buyer));
        const answer = await call(base, 'POST', '/orders', { body, key: crypto.randomUUID() });
        if (answer.status !== 201) throw new Error(`order answered ${answer.status}: ${answer.text}`);
      }
    }),
  );
  return (ordersPerRound * 1000) / (performance.now() - started);
}
