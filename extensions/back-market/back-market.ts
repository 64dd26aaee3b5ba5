import type { ChannelShipment, Condition } from '@reprise/extension/channel';
import type { FileCells, FileChannel, FileOffer } from '@reprise/extension/file-channel';
import { storeCurrency, toDecimal } from '@reprise/extension/money';
import { readOrder, required } from './read-orders.ts';

// Files of Back Market's back office, with the columns of its documentation: https://doc.backmarket.fr

/** Back Market's grades by their numbers: 1 excellent, 2 good, 3 fair. */
const grades: Record<Condition, number> = { refurbished: 1, excellent: 1, good: 2, fair: 3 };

const offerRow = ({ sku, gtin, quantity, priceCents, condition, warranty }: FileOffer): FileCells => [
  sku,
  gtin?.slice(-13) ?? '',
  quantity,
  toDecimal(priceCents),
  grades[condition],
  storeCurrency().code,
  monthsOf(warranty),
];

/** Returns a warranty such as "1 year" in months; '' for one that is shorter or in other words. */
function monthsOf(warranty: string): number | string {
  const [, count = '', unit = ''] = /^(\d{1,3}) (month|year)s?$/i.exec(warranty.trim()) ?? [];
  if (count === '') return '';
  return unit.toLowerCase() === 'year' ? Number(count) * 12 : Number(count);
}

/** Back Market's state of an order line that is on its way. */
const shippedState = 3;

/** Returns a row for each device: with its IMEI, else its serial number. */
function shipmentRows(orderId: string, { tracking, lines }: ChannelShipment): FileCells[] {
  const { number = '', carrier = '' } = tracking ?? {};
  return lines.flatMap(({ id, quantity, devices }) =>
    Array.from({ length: quantity }, (_, index) => {
      const device = devices[index] ?? '';
      const isImei = /^\d{15}$/.test(device);
      return [orderId, id, shippedState, number, carrier, isImei ? device : '', isImei ? '' : device];
    }),
  );
}

/** Currencies of the countries in which Back Market sells. */
const currencies = ['AUD', 'EUR', 'GBP', 'JPY', 'KRW', 'SEK', 'USD'];

const backMarket: FileChannel = {
  name: 'Back Market',
  currencies,
  delimiter: ';',
  offers: {
    fileName: 'back-market-offers.csv',
    columns: ['sku', 'ean', 'quantity', 'price', 'state', 'currency', 'warranty_delay'],
    rowOf: offerRow,
  },
  shipments: {
    fileName: 'back-market-shipments.csv',
    columns: ['order_id', 'orderline_id', 'new_state', 'tracking_number', 'shipper', 'imei', 'serial_number'],
    rowsOf: shipmentRows,
  },
  orders: {
    required,
    hint: 'Each order line is a row, in the words of Back Market’s API.',
    idColumn: 'order_id',
    read: readOrder,
  },
};
export default backMarket;
