import type { ChannelShipment, Condition, SoldOrder } from './channel.ts';
import type { TakesCurrencies } from './currencies.ts';
import type { ExportRow } from './file-rows.ts';
import type { Cents } from './money.ts';

/** A listing for an offers file. */
export type FileOffer = {
  sku: string;
  gtin: string | null;
  /** 0 for a product without units, or off sale. */
  quantity: number;
  priceCents: Cents;
  condition: Condition;
  /** Length of the warranty in words, such as "1 year". */
  warranty: string;
};

/** Cells of a row; text is guarded against formulas. */
export type FileCells = (string | number)[];

/** A marketplace whose offers, orders and shipments travel as CSV files that staff carry. */
export type FileChannel = TakesCurrencies & {
  name: string;
  delimiter: string;
  offers: { fileName: string; columns: string[]; rowOf(offer: FileOffer): FileCells };
  shipments: {
    fileName: string;
    columns: string[];
    /** Returns a row for each device. */
    rowsOf(orderId: string, shipment: ChannelShipment): FileCells[];
  };
  orders: {
    /** Columns without which a file is no order export. */
    required: string[];
    /** Sentence that says how the export is made. */
    hint: string;
    /** Column with the number of the order, which its lines share. */
    idColumn: string;
    /** Returns the order of these rows, or the sentence that says why it is rejected. */
    read(id: string, rows: ExportRow[], times: { timeZone: string; now: Date }): SoldOrder | string;
  };
};
