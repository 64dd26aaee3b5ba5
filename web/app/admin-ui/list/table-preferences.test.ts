import { expect, test } from 'vitest';
import { createTablePreferences, tablePreferencesName } from './table-preferences.ts';

function storageWith(text: string | null) {
  const kept = new Map<string, string>(text === null ? [] : [[tablePreferencesName, text]]);
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('list preferences are restored per list', () => {
  const storage = storageWith(null);
  const { change } = createTablePreferences(storage).getState();
  change('products', { columns: { sku: true } });
  change('products', { views: [{ name: 'Sold out', query: 'stock=out' }] });
  change('orders', { roomy: true });
  expect(createTablePreferences(storage).getState().lists).toEqual({
    products: { columns: { sku: true }, roomy: false, views: [{ name: 'Sold out', query: 'stock=out' }] },
    orders: { columns: {}, roomy: true, views: [] },
  });
});

test('invalid stored preferences are ignored', () => {
  for (const text of ['{', '{"state":{"lists":7}}', '{"state":{"lists":{"products":{"views":[1,null]}}}}']) {
    const { lists } = createTablePreferences(storageWith(text)).getState();
    expect(lists.products?.views ?? []).toEqual([]);
  }
});
