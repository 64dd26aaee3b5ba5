// Parsers that give values the same JavaScript type on both drivers, also in rows of plain `sql`.

const typeOid = {
  int8: 20,
  numeric: 1700,
  timestamptz: 1184,
  timestamp: 1114,
  date: 1082,
  interval: 1186,
};
/** OIDs of arrays of numeric and date types, whose text Drizzle parses itself. */
const arraysLeftAsText = [1231, 1115, 1185, 1187, 1182];
const textOf = (text: string) => text;

function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export const valueParsers: Record<number, (text: string) => unknown> = {
  [typeOid.int8]: parseInt8,
  [typeOid.numeric]: Number,
  [typeOid.timestamptz]: (text) => new Date(text),
  [typeOid.timestamp]: textOf,
  [typeOid.date]: textOf,
  [typeOid.interval]: textOf,
  ...Object.fromEntries(arraysLeftAsText.map((typeId) => [typeId, textOf])),
};
