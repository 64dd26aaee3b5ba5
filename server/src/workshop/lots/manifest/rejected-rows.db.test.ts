import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openOrderShop } from '../../../../test/order-shop.ts';
import {
  awkwardNumber,
  awkwardText,
  savedBySpreadsheet,
  spreadsheetLocales,
} from '../../../../test/spreadsheet.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { lotHandlers } from '../lots.routes.ts';

const { deps } = await openOrderShop(await openTestDatabase());
const call = callsTo(lotEndpoints, lotHandlers(deps));
const as = 'admin' as const;
const { supplier } = await call('createSupplier', { as, body: { name: 'Parts', kind: 'company' } });
const { lot } = await call('createLot', { as, body: { supplier: supplier.id, spread: 'equal' } });
const params = { id: lot.id };

async function send(text: string) {
  const files = [{ name: 'list.csv', bytes: Buffer.from(text) }] as never;
  const { manifest } = await call('sendManifest', { as, params, files });
  if (!manifest) throw new Error('The file was not stored.');
  return manifest;
}

async function rejectedFile(): Promise<string> {
  const file = await call('exportRejectedManifestRows', { as, params });
  let text = '';
  for await (const piece of (file as never as { pieces: AsyncIterable<string> }).pieces) text += piece;
  return text;
}

const text = fc.oneof(awkwardText(5), awkwardNumber);
const row = fc.tuple(
  awkwardText(5, 'Unknown model'),
  fc.constantFrom('351111110000012', '3.5E+14', '35111111000001', 'x', ''),
  text,
  fc.constantFrom('A', '0012', 'x:y'),
);

test('rejected rows that a spreadsheet saved are the same rows, and rejected again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...spreadsheetLocales),
      async (rows, locale) => {
        const sent = await send(stringify([['Model', 'IMEI', 'Serial number', 'Grade'], ...rows]));
        expect(sent.badRows).toBe(rows.length);
        const again = await send(savedBySpreadsheet(await rejectedFile(), locale));
        expect([again.goodRows, again.badRows, again.columns.map(({ field }) => field)]).toEqual([
          ...[0, rows.length, [...sent.columns.map(({ field }) => field), null]],
        ]);
        expect(again.unknownModels.map(({ words }) => words)).toEqual(
          sent.unknownModels.map(({ words }) => words),
        );
      },
    ),
    { numRuns: 8 },
  );
});
