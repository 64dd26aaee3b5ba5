import type { AdminProduct, AdminProductQuery } from '@reprise/contract/catalog/catalog-admin';
import type { FileResponse } from '@reprise/contract/endpoint';
import { centsToDollars } from '@reprise/contract/money';
import { readFamilyNames } from '../catalog/families/assign-families.ts';
import { adminProductsMatching } from '../catalog/listing/admin-product.queries.ts';
import { readProductsAfter } from '../catalog/listing/whole-admin-products.queries.ts';
import { noPrice } from '../catalog/product-fields.ts';
import type { Deps } from '../deps.ts';
import type { CsvValue } from '../platform/csv.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readInBatches } from '../platform/database/read-in-batches.ts';
import { storeCsvFile } from '../store-days/store-csv.ts';
import { type Column, columns } from './csv-columns.ts';

/** Streams the filtered admin product list as a CSV file that can be edited and imported, ordered by id. */
export function exportProducts(
  deps: Pick<Deps, 'db' | 'now'>,
  query: AdminProductQuery,
): Promise<FileResponse> {
  return storeCsvFile(deps, 'products', { head: exportedColumns, batches: rowsOf(deps.db, query) });
}

async function* rowsOf(db: Queryable, query: AdminProductQuery): AsyncGenerator<CsvValue[][]> {
  const matching = await adminProductsMatching(db, query);
  const productsAfter = (last: AdminProduct | undefined, limit: number) =>
    readProductsAfter(db, matching, { lastId: last?.id, limit });
  for await (const rows of readInBatches(productsAfter)) {
    const families = await readFamilyNames(
      db,
      rows.flatMap(({ modelKey }) => modelKey ?? []),
    );
    yield rows.map((product) => {
      const family = families.get(product.modelKey ?? '')?.name ?? '';
      return exportedColumns.map((column) => cells[column]({ ...product, family }));
    });
  }
}

type ExportedColumn = Exclude<Column, 'formerSlug'>;

/** All columns but addresses of another shop, which are stored as redirects. */
const exportedColumns = columns.filter((column): column is ExportedColumn => column !== 'formerSlug');

type ExportedProduct = AdminProduct & { family: string };

const cells: Record<ExportedColumn, (product: ExportedProduct) => CsvValue> = {
  sku: ({ sku }) => sku,
  name: ({ name }) => name,
  brand: ({ brand }) => brand,
  category: ({ category }) => category,
  // Empty for a draft without a price, so that the file does not set one.
  price: ({ price, isDraft }) => (isDraft && price === noPrice ? '' : centsToDollars(price)),
  originalPrice: ({ originalPrice }) => originalPrice && centsToDollars(originalPrice),
  newPriceDate: ({ newPriceDate }) => newPriceDate,
  condition: ({ condition }) => condition,
  origin: ({ origin }) => origin,
  stockCount: ({ stockCount }) => stockCount,
  stockBase: ({ stockCount }) => stockCount,
  description: ({ description }) => description,
  images: ({ images }) => images.join('\n'),
  imageAlts: ({ imageAlts }) => imageAlts.join('\n'),
  features: ({ features }) => features.join('\n'),
  specifications: ({ specifications }) =>
    Object.entries(specifications)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  warrantyDuration: ({ warranty }) => warranty.duration,
  warrantyType: ({ warranty }) => warranty.type,
  warrantyDescription: ({ warranty }) => warranty.description,
  batteryHealth: ({ batteryHealth }) => batteryHealth,
  modelKey: ({ modelKey }) => modelKey,
  family: ({ family }) => family,
  seoTitle: ({ seoTitle }) => seoTitle,
  seoDescription: ({ seoDescription }) => seoDescription,
  featured: ({ featured }) => (featured ? 'yes' : 'no'),
  draft: ({ isDraft }) => (isDraft ? 'yes' : 'no'),
};
