import { expect, test } from 'vitest';
import { convertExport } from './convert-export.ts';
import { defaultPresets } from './default-presets.ts';

test('refuses a small export that would become a large file', async () => {
  const names = [
    'Handle',
    'Title',
    'Body (HTML)',
    'Type',
    'Option1 Name',
    'Option1 Value',
    'Google Shopping / Condition',
  ];
  const description = 'text '.repeat(4000);
  const rows = Array.from({ length: 8000 }, (_, index) => ({
    number: index + 2,
    cells: [
      'phone',
      index === 0 ? 'Phone' : '',
      index === 0 ? description : '',
      'Phones',
      'Color',
      `${index}`,
      'good',
    ],
  }));
  const categories = [{ id: 'cat_1', name: 'Phones' }];
  const preset = { ...defaultPresets.shopify, defaultBrand: 'Acme', missingStock: 1 };
  const file = { preset, names, rows, categories, now: new Date() };
  await expect(convertExport(file)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'The descriptions and images of this export are too many for one file. Split it.',
  });
});
