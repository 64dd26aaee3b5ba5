import type { PresetColumn } from '@reprise/contract/moving-in/shop-export';
import type { ExportRow } from './file-rows.ts';

/** One thing that the other shop sells: a product, or one variant of it. It becomes one product here. */
export type ExportedOffer = {
  /** Row of the file, as in a spreadsheet. */
  row: number;
  /** Reason why it cannot be sold here. */
  fault?: string;
  /** Key that the variants of one product share. */
  product: string;
  /** Its address in the other shop; '' if another offer of the product has it. */
  formerSlug: string;
  /** Choices of the variant, such as Color and Blue. */
  options: [name: string, value: string][];
  isDraft: boolean;
  images: { url: string; alt: string }[];
  /** SKU if the export has none: the same for each export of the shop. */
  fallbackSku: string;
  /** Returns the trimmed cell of a column, that of the product if the variant has none of its own. */
  cell: (name: string) => string;
  /** Returns the values of a column that lists several; without it, a cell is one value. */
  values?: (name: string) => string[];
};

/** Export of products, a row or more for each. */
export type ProductExport = {
  /** Sets of columns that only this export has. */
  telling: string[][];
  /** Columns of the export as delivered. If several fill one column, the first that is not blank does. */
  columns: { name: string; column: PresetColumn }[];
  read(rows: ExportRow[], context: { now: Date; slugify: (text: string) => string }): ExportedOffer[];
};

/** Customer as the export has them; the shop checks each text. */
export type ExportedCustomer = {
  name: string;
  /** Numbers of the customer; the first that is one counts. */
  phones: string[];
  /** Null if the export does not say it. */
  joinedAt: Date | null;
  address: ExportedAddress | null;
  tags: string[];
};

export type ExportedAddress = {
  firstName: string;
  lastName: string;
  phones: string[];
  address: string;
  address2: string;
  city: string;
  state: string;
  zipCode: string;
  /** Code of two letters. */
  country: string;
};

/** Export of customers with the column `Email`, a row for each. */
export type CustomerExport = {
  /** Columns that only this export has. */
  telling: string[];
  /** Name of the export for a sentence, such as “Customers, Export” of the shop. */
  title: string;
  /** Returns the customer, or the sentence that says why they are left out. */
  read(row: ExportRow, timeZone: string): ExportedCustomer | string;
};

/** Export of orders, a row for each item, by the columns in which the fields of an order are found. */
export type OrderExport = {
  telling: string[];
  title: string;
  number: string;
  email: string;
  name: (row: ExportRow) => string;
  placedAt: string;
  status: (row: ExportRow) => string;
  item: { name: string; sku: string; quantity: string; price: string };
  discount: string;
  shipping: string;
  tax: string;
  total: string;
  refunded: string;
};

/** Exports of another kind of shop, from which a seller moves. */
export type ShopExports = {
  products: ProductExport;
  customers: CustomerExport;
  orders: OrderExport;
  /** Paths of products there that differ from those here, with `:slug`; they are redirected. */
  productPaths: string[];
};
