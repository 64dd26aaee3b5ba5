import type { ManifestField } from '@reprise/contract/lots/manifest';
import { columnKey } from '../../imports/csv-columns.ts';

/** Column of a manifest; '' is one whose meaning is unknown, and is not read. */
export type ManifestColumn = ManifestField | '';

/** Names that suppliers give to columns, by their key. */
const knownNames: Record<string, ManifestField> = {
  imei: 'imei',
  imei1: 'imei',
  'imei/meid': 'imei',
  imeinumber: 'imei',
  imei2: 'imei2',
  serial: 'serial',
  serialnumber: 'serial',
  serialno: 'serial',
  's/n': 'serial',
  sn: 'serial',
  make: 'model',
  brand: 'model',
  manufacturer: 'model',
  model: 'model',
  modelname: 'model',
  device: 'model',
  description: 'model',
  itemdescription: 'model',
  product: 'model',
  productname: 'model',
  capacity: 'model',
  storage: 'model',
  memory: 'model',
  color: 'model',
  colour: 'model',
  grade: 'grade',
  condition: 'grade',
  cosmeticgrade: 'grade',
  price: 'price',
  unitprice: 'price',
  unitcost: 'price',
  cost: 'price',
  priceeach: 'price',
  quantity: 'quantity',
  qty: 'quantity',
  pcs: 'quantity',
};

/** Returns the columns that a supplier's earlier choice or a common name says. */
export function recognizeColumns(
  names: string[],
  remembered: Record<string, ManifestField>,
): ManifestColumn[] {
  return names.map((name) => remembered[columnKey(name)] ?? knownNames[columnKey(name)] ?? '');
}

/** Returns the reason why a file with these columns cannot be read; '' if it can. */
export function columnProblem(columns: readonly ManifestColumn[], names: string[]): string {
  for (const field of ['imei', 'imei2', 'serial', 'grade', 'price', 'quantity'] as const) {
    const both = columns.flatMap((column, index) => (column === field ? [`“${names[index]}”`] : []));
    if (both.length > 1)
      return `${both.join(' and ')} are one kind of column. Keep one and ignore the others.`;
  }
  if (!columns.includes('model')) return 'Choose the column that says which model each device is.';
  return '';
}
