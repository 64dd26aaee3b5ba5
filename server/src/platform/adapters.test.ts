import '@reprise/contract/validation/apply-validation-messages';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { part, returns, stream, value, wholeCents } from '@reprise/extension/adapter-shape';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { adapterLoader, findAdapterCurrencyFault, loadTaxAdapter } from './adapters.ts';

type Shop = {
  name: string;
  quote(parcel: string): Promise<{ rates: { price: number }[] }>;
  list(): AsyncIterable<string>;
  events: { read(body: string): number } | null;
};

const load = adapterLoader<Shop>('CARRIER_ADAPTER', {
  name: value(z.string().min(1)),
  quote: returns(z.object({ rates: z.array(z.object({ price: wholeCents })) })),
  list: returns(stream),
  events: part({ read: returns(z.number()) }, null),
});
const loadSender = adapterLoader<() => Promise<void>>('MAIL_ADAPTER', returns());

let count = 0;
function moduleOf(code: string): string {
  const file = join(temporaryFolder(), `adapter-${count++}.ts`);
  writeFileSync(file, code);
  return file;
}

const complete = `class Carrier {
  name = 'Post';
  price = 500;
  events = null;
  async quote() { return { rates: [{ price: this.price }] }; }
  async *list() { yield 'one'; }
}
`;
const functions = 'async quote() {}, async *list() {}';

test.each([
  ['export const nothing = 1', 'has no default export'],
  ['export default 5', 'must export an object as its default, not a number'],
  ['export default null', 'must export an object as its default, not null'],
  ['export default []', 'has no functions quote, list'],
  ['export default () => {}', 'must export an object as its default, not a function'],
  [`export default { name: 'Post', events: null, async quote() {} }`, 'has no function list'],
  [`export default { events: null, ${functions} }`, 'has a wrong name: This field is required'],
  [`export default { name: 'Post', events: {}, ${functions} }`, 'has no function events.read'],
  [`export default { name: 'Post', ${functions} }`, 'has no function events.read'],
])('%s is refused in a sentence with what is missing', async (code, sentence) => {
  const file = moduleOf(code);
  await expect(load(file)).rejects.toThrow(`CARRIER_ADAPTER: ${file} ${sentence}`);
});

test('an adapter that is a function must be one', async () => {
  await expect(loadSender(moduleOf('export default 5'))).rejects.toThrow(
    'must export a function as its default, not a number (docs/extending.md).',
  );
  const send = await loadSender(moduleOf('export default async () => {}'));
  expect(await send()).toBeUndefined();
});

test('functions of a complete adapter keep their object and return what it returns', async () => {
  const adapter = await load(moduleOf(`${complete}export default new Carrier();`));
  expect(adapter.name).toBe('Post');
  expect(adapter.events).toBeNull();
  expect(await adapter.quote('parcel')).toEqual({ rates: [{ price: 500 }] });
  const listed: string[] = [];
  for await (const item of adapter.list()) listed.push(item);
  expect(listed).toEqual(['one']);
});

test('a result with a wrong field is an error that names setting, function and field', async () => {
  const wrong = `${complete}export default Object.assign(new Carrier(), {
    price: 5.99,
    list: () => [],
    events: { read: () => '3' },
  });`;
  const adapter = await load(moduleOf(wrong));
  await expect(adapter.quote('parcel')).rejects.toThrow(
    'CARRIER_ADAPTER: the result of quote is not valid. rates.0.price: must be a whole number of cents',
  );
  expect(() => adapter.list()).toThrow('the result of list is not valid. result: must be an async iterable');
  expect(() => adapter.events?.read('')).toThrow(
    'the result of events.read is not valid. result: This field must be a number',
  );
});

test('an error of an adapter stays as it is', async () => {
  const failing = `export default { name: 'Post', events: null, async *list() {},
    async quote() { throw new RangeError('too heavy'); } };`;
  await expect((await load(moduleOf(failing))).quote('parcel')).rejects.toThrow(RangeError);
});

test('an adapter that names other currencies is none in this store, in words', async () => {
  const inEuros = moduleOf(`export default { currencies: ['EUR', 'CHF'], rateAt: async () => 0 }`);
  expect(await loadTaxAdapter(inEuros)).toBeNull();
  expect(await findAdapterCurrencyFault({ taxAdapter: inEuros })).toBe(
    `TAX_ADAPTER (${basename(inEuros)}) takes no amounts in USD. It takes EUR, CHF.`,
  );
  expect(await findAdapterCurrencyFault({ taxAdapter: inEuros }, 'CHF')).toBeNull();
  const inAll = moduleOf('export default { rateAt: async () => 0 }');
  expect(await loadTaxAdapter(inAll)).not.toBeNull();
  const file = moduleOf(`export default { currencies: ['euro'], rateAt: async () => 0 }`);
  await expect(loadTaxAdapter(file)).rejects.toThrow('has a wrong currencies: must be codes of ISO 4217');
});
