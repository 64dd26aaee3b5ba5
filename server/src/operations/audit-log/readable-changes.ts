import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import { cents, formatMoney } from '@reprise/contract/money';
import type { AuditChange } from '@reprise/contract/operations/audit-log';
import { percentOfBasisPoints } from '@reprise/contract/sales/orders/pricing';
import type { ShippingZone } from '@reprise/contract/sales/orders/shipping/zones';

type Fields = Record<string, unknown>;

/** Amounts in cents whose names do not end in "Cents". */
const amounts = new Set([
  'price',
  'originalPrice',
  'total',
  'refundLimit',
  'laborRate',
  'freeShippingThreshold',
  'standardShippingRate',
  'expressShippingRate',
]);

const maxLength = 300;

/** Returns the name of an id, if it has one. */
export type NameOf = (id: string) => string | undefined;

/** Returns the changes of an entry as text, field by field, without unchanged fields; names replace ids. */
export function readableChanges(
  before: unknown,
  after: unknown,
  nameOf: NameOf = () => undefined,
): AuditChange[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])];
  return names.flatMap((name) => {
    const change = {
      before: displayText(name, oldFields[name], nameOf),
      after: displayText(name, newFields[name], nameOf),
    };
    return change.before === change.after ? [] : [{ field: labelOf(name), ...change }];
  });
}

/** Returns the ids among the values of an entry, so that their names can be read. */
export function idsIn(...sides: unknown[]): string[] {
  const values = sides.flatMap((side) => Object.values(fieldsOf(side)).flat());
  return values.filter((value): value is string => typeof value === 'string' && isId.test(value));
}

const isId = /^(cat|fam|prd|usr|ord)_[0-9a-z]+$/;

function fieldsOf(value: unknown): Fields {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return { value };
  const { shippingZones, pickup, ...fields } = value as Fields;
  return { ...fields, ...zoneFields(shippingZones), ...counterFields(pickup) };
}

const zonePrefix = 'zone ';

/** Returns one field for each zone of the settings. */
function zoneFields(zones: unknown): Fields {
  if (!Array.isArray(zones)) return {};
  return Object.fromEntries(
    (zones as ShippingZone[]).map((zone) => [`${zonePrefix}${zone.name}`, zoneText(zone)]),
  );
}

/** Returns one field for each of the counter where orders are collected. */
function counterFields(counter: unknown): Fields {
  if (typeof counter !== 'object' || counter === null) return {};
  const { price, ...fields } = counter as PickupCounter;
  const texts = Object.entries({ ...fields, charge: formatMoney(price) });
  return Object.fromEntries(texts.map(([name, value]) => [`counter ${name}`, value]));
}

function zoneText(zone: ShippingZone): string {
  const { standardDaysFrom: from, standardDaysTo: to } = zone;
  return [
    `standard ${formatMoney(zone.standardShippingRate)} in ${from}-${to} days`,
    `express ${formatMoney(zone.expressShippingRate)} in ${zone.expressDays} days`,
    `free above ${formatMoney(zone.freeShippingThreshold)}`,
    ...(zone.carrierRates ? ['rates of carriers'] : []),
    ...(zone.takesTaxOff ? ['takes the tax off where the rate is 0'] : []),
    ...(zone.priceNote ? [`“${zone.priceNote}”`] : []),
    zone.countries.join(', '),
  ].join('; ');
}

/** Returns a label: "Original price" for "originalPriceCents". */
function labelOf(name: string): string {
  if (name === 'taxBasisPoints') return 'Tax';
  if (name.startsWith(zonePrefix)) return `Zone ${name.slice(zonePrefix.length)}`;
  const words = name
    .replace(/(Cents|Id)$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function displayText(name: string, value: unknown, nameOf: NameOf): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = formatValue(name, value, nameOf);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function formatValue(name: string, value: unknown, nameOf: NameOf): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return formatNumber(name, value);
  if (typeof value === 'string') return nameOf(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => formatValue(name, item, nameOf)).join(', ');
  return JSON.stringify(value);
}

function formatNumber(name: string, value: number): string {
  if (name === 'taxBasisPoints') return `${percentOfBasisPoints(value)} %`;
  const isAmount = name.endsWith('Cents') || amounts.has(name);
  return isAmount && Number.isSafeInteger(value) ? formatMoney(cents(value)) : String(value);
}
