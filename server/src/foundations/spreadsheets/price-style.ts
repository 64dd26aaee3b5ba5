import { readFileAmount, type TypedNumber } from '@reprise/contract/typed-number';

/** Mark before the cents in the prices of a file: a spreadsheet writes that of its locale. */
export type PriceStyle = 'point' | 'comma';

/** Prices that only one of the two styles allows. */
const pointPrice = /[.]\d{1,2}$|,\d{3}\b[^,]*[.]/;
const commaPrice = /,\d{1,2}$/;
/** One price alone may be a typo. */
const minCommaPrices = 2;

/** Returns the style of a file: commas only if several prices show it and none contradicts. */
export async function findPriceStyle(prices: AsyncIterable<string>): Promise<PriceStyle> {
  let commas = 0;
  for await (const price of prices) {
    const text = withoutCurrency(price);
    if (pointPrice.test(text)) return 'point';
    if (commaPrice.test(text)) commas++;
  }
  return commas >= minCommaPrices ? 'comma' : 'point';
}

const commaNumber = /^(\d{1,3}([.]\d{3})+|\d+)(,\d{1,2})?$/;
const currencySigns = /^[€$£] ?| ?[€$£]$/g;
const withoutCurrency = (price: string) => price.trim().replace(currencySigns, '');

/** Reads an amount, such as "$1,299.00" or in a file with commas "1.299,00 €"; text that is no price is returned. */
export function readPrice(cell: string, style: PriceStyle): TypedNumber {
  if (style === 'point') return readFileAmount(cell);
  const text = withoutCurrency(cell);
  return commaNumber.test(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : cell;
}
