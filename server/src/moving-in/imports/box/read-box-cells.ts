import { gtinFault, longGtin, maxGtins } from '@reprise/contract/catalog/products/box-facts';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { truncate } from '@reprise/extension/truncate';
import type { Fault, RowFields } from '../csv-columns.ts';

type Row = { fields: RowFields; doubts: Fault[] };

/**
 * Returns a row without the barcodes and the cost that cannot be stored, with a doubt for each. `product` is the product
 * of the row, undefined for a new one.
 */
export function withCertainBox<Read extends Row>(row: Read, product: AdminProduct | undefined): Read {
  const { gtins: written, unitCost, ...fields } = row.fields;
  const { gtins, doubts } = Array.isArray(written) ? takeBarcodes(written, product) : noBarcodes;
  const isForeign = unitCost != null && product?.isSerialTracked === true;
  const takesCost = unitCost !== undefined && product?.isSerialTracked !== true;
  const costDoubt = { field: 'unitCost', message: 'Each device of this product has a cost of its own' };
  return {
    ...row,
    fields: { ...fields, ...(takesCost && { unitCost }), ...(gtins && { gtins }) },
    doubts: [...row.doubts, ...doubts, ...(isForeign ? [costDoubt] : [])],
  };
}

type Barcodes = { gtins?: string[]; doubts: Fault[] };
const noBarcodes: Barcodes = { doubts: [] };

/** Returns the barcodes to store: a configuration keeps those it has, because scans add some too. */
function takeBarcodes(written: string[], product: AdminProduct | undefined): Barcodes {
  const known = product?.gtins ?? [];
  const read = written.map((code) => readBarcode(code, known));
  const doubts = read.flatMap((code) => (typeof code === 'string' ? [] : [code]));
  const codes = read.flatMap((code) => (typeof code === 'string' ? [code] : []));
  if (product && doubts.length > 0) return { doubts };
  if (!product?.modelKey) return { gtins: codes, doubts };
  if (written.length === 0 && known.length > 0)
    return { doubts: [doubtOf('Barcodes of a configuration are removed at its family')] };
  const added = codes.filter((code) => !known.includes(code));
  if (added.length === 0) return noBarcodes;
  if (known.length + added.length > maxGtins)
    return { doubts: [doubtOf(`A configuration has at most ${maxGtins} barcodes`)] };
  return { gtins: [...known, ...added], doubts: [] };
}

const doubtOf = (message: string): Fault => ({ field: 'gtins', message });

/** Long number as spreadsheets shorten it, such as 4.01E+12. */
const shortened = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i;

/** Returns a barcode with 14 digits, or the doubt about it. */
function readBarcode(written: string, known: string[]): string | Fault {
  const code = written.replace(/[\s'-]/g, '');
  if (shortened.test(code)) {
    const value = Number(code.replace(',', '.'));
    const original = known.find((gtin) => Math.abs(Number(gtin) - value) <= value * 1e-5);
    return (
      original ??
      doubtOf(`A spreadsheet shortened the barcode “${code}”, which is left out. Write it as text`)
    );
  }
  // A spreadsheet drops zeros in front.
  const digits = /^\d{6,11}$/.test(code) ? code.padStart(code.length > 8 ? 12 : 8, '0') : code;
  const fault = gtinFault(digits);
  if (fault === null) return longGtin(digits);
  const reason = /^\d+$/.test(code) ? `. ${fault.replace(/\.$/, '')}` : '';
  return doubtOf(`“${truncate(written.trim(), 40)}” is no barcode and is left out${reason}`);
}
