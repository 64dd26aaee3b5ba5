import { shortGtin } from '@reprise/contract/catalog/products/box-facts';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import { productColumns, yesOrNo } from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct, AdminProductQuery } from '@reprise/contract/catalog/products/products-admin';
import type { FileResponse } from '@reprise/contract/endpoint';
import { type Cents, toMajorUnits } from '@reprise/contract/money';
import { readFamilyNames } from '../../catalog/products/families/assign-families.ts';
import { adminProductsMatching } from '../../catalog/products/listing/admin-product.queries.ts';
import { readProductsAfter } from '../../catalog/products/listing/whole-admin-products.queries.ts';
import { noPrice } from '../../catalog/products/product-fields.ts';
import { readRegularPrices } from '../../catalog/products/sales/regular-prices.queries.ts';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import type { CsvValue } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { type Column, columns, optionsCell } from './csv-columns.ts';
import { linesCell, pairsCell } from './list-cells.ts';

/** Streams the filtered admin product list as a CSV file that can be edited and imported, ordered by id. */
export function exportProducts(
  deps: Pick<Deps, 'db' | 'now'>,
  query: AdminProductQuery,
  seesCosts: boolean,
): Promise<FileResponse> {
  const head = exportedColumns.filter((column) => seesCosts || column !== 'unitCost');
  return storeCsvFile(deps, 'products', { head, batches: rowsOf(deps.db, query, head) });
}

async function* rowsOf(
  db: Queryable,
  query: AdminProductQuery,
  head: ExportedColumn[],
): AsyncGenerator<CsvValue[][]> {
  const matching = await adminProductsMatching(db, query);
  const productsAfter = (last: AdminProduct | undefined, limit: number) =>
    readProductsAfter(db, matching, { lastId: last?.id, limit });
  for await (const rows of readInBatches(productsAfter)) {
    const families = await readFamilyNames(
      db,
      rows.flatMap(({ modelKey }) => modelKey ?? []),
    );
    const regularPrices = await readRegularPrices(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => {
      // A sale ends; the file has the price that stays.
      const product = { ...row, price: regularPrices.get(row.id) ?? row.price };
      const { name: family = '', options = {} } = families.get(product.modelKey ?? '') ?? {};
      return head.map((column) => cellOf({ ...product, family, options }, column));
    });
  }
}

type ExportedColumn = Exclude<Column, 'formerSlug'>;

/** All columns but addresses of another shop, which are stored as redirects. */
const exportedColumns = columns.filter((column): column is ExportedColumn => column !== 'formerSlug');

type ExportedProduct = AdminProduct & { family: string; options: ConfigurationOptions };

/** Cells of columns that only files have, or that differ from their field. */
const ownCells = {
  // Empty for a draft without a price, so that the file does not set one.
  price: ({ price, isDraft }) => (isDraft && price === noPrice ? '' : toMajorUnits(price)),
  stockBase: ({ stockCount }) => stockCount,
  warrantyDuration: ({ warranty }) => warranty.duration,
  warrantyType: ({ warranty }) => warranty.type,
  warrantyDescription: ({ warranty }) => warranty.description,
  options: ({ options }) => optionsCell(options),
  gtins: ({ gtins }) => linesCell(gtins.map(shortGtin)),
  draft: ({ isDraft }) => yesOrNo(isDraft),
} satisfies Partial<Record<ExportedColumn, (product: ExportedProduct) => CsvValue>>;

type OwnColumn = keyof typeof ownCells;
const isOwn = (column: ExportedColumn): column is OwnColumn => column in ownCells;

function cellOf(product: ExportedProduct, column: ExportedColumn): CsvValue {
  if (isOwn(column)) return ownCells[column](product);
  const value = product[column];
  if (Array.isArray(value)) return linesCell(value);
  if (typeof value === 'boolean') return yesOrNo(value);
  if (typeof value === 'object' && value !== null) return pairsCell(value);
  if (value === undefined) return '';
  const isPrice = productColumns[column].cell === 'price' && value !== null;
  return isPrice ? toMajorUnits(value as Cents) : value;
}
