import type { OtherShop } from '@reprise/contract/checked-import';
import { hasColumns } from '../column-key.ts';

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
};

/** Columns that only the export of a shop has. */
const tellingColumns: Record<OtherShop, string[][]> = {
  // The column names of 2024, and those before.
  shopify: [
    ['URL handle', 'Title', 'Option1 name', 'Price'],
    ['Handle', 'Title', 'Option1 Name', 'Variant Price'],
  ],
  woocommerce: [['ID', 'Type', 'Name', 'Published', 'Regular price', 'Categories']],
};

/** Returns the shop that wrote a file with these columns. */
export function shopOfExport(names: string[]): OtherShop | null {
  const shops = Object.entries(tellingColumns) as [OtherShop, string[][]][];
  const found = shops.find(([, variants]) => variants.some((columns) => hasColumns(names, columns)));
  return found?.[0] ?? null;
}
