import { parseUnitNumber } from '../units/unit-number.ts';
import { ask, type CodeReading, certain, number, refuse } from './code-reading.ts';
import { readGs1 } from './gs1-elements.ts';

const maxPlaceLength = 20;
/** Omits 0, O, 1, I, L and U. */
const orderNumber = /^#?MJ-?([A-HJKMNP-TV-Z2-9]{9})$/;

/** Reads numbers that the shop itself gives: devices, orders, lots, bins, cases, warranties, certificates. */
export function readOwnCode(text: string): CodeReading | null {
  const packed = text.replace(/ /g, '-').replace(/-+/g, '-');
  return readUnit(text) ?? readOrder(packed) ?? readLot(packed) ?? readPlace(packed) ?? readCase(packed);
}

function readUnit(text: string): CodeReading | null {
  const unitNumber = parseUnitNumber(text);
  if (unitNumber) return certain('unit', unitNumber);
  if (/^U[ -]/.test(text) || /^U[1-9A-HJKMNP-TV-Z]{8}$/.test(text)) {
    return refuse(
      'This looks like a device number of the shop, and its check character does not fit. Scan it again.',
    );
  }
  return null;
}

function readOrder(text: string): CodeReading | null {
  const characters = orderNumber.exec(text)?.[1];
  if (characters) return certain('order', `MJ-${characters}`);
  if (/^#?MJ-/.test(text))
    return refuse('An order number has 9 letters and digits after MJ-. Scan it again.');
  return /^#?MJ[A-HJKMNP-TV-Z2-9]{7,8}$/.test(text)
    ? ask('An order number that is cut off, or a serial number?', number('serial', text.replace('#', '')))
    : null;
}

function readLot(text: string): CodeReading | null {
  if (/^L-\d{1,9}$/.test(text)) return certain('lot', text);
  if (/^L\d{4,6}$/.test(text)) return ask('A lot of the shop?', number('lot', `L-${text.slice(1)}`));
  return /^L-[0-9A-Z]{1,9}$/.test(text)
    ? refuse('The number of a lot has digits only. Scan it again.')
    : null;
}

function readPlace(text: string): CodeReading | null {
  if (!text.startsWith('BIN-')) return null;
  const name = text.slice(4);
  return name.length <= maxPlaceLength && /^[0-9A-Z][0-9A-Z.-]*$/.test(name)
    ? certain('place', name)
    : refuse(`The name of a bin has 1 to ${maxPlaceLength} letters, digits, points and dashes.`);
}

const cases = { RMA: 'return', W: 'warranty', E: 'certificate' } as const;

function readCase(text: string): CodeReading | null {
  const [, prefix, rest] = /^(RMA|W|E)-([0-9A-Z]{4,14})$/.exec(text) ?? [];
  if (!prefix || !rest) return null;
  return certain(cases[prefix as keyof typeof cases], text);
}

/** "/01/09521234543213/21/F2LZQ0TX9V" of any host: elements of GS1 in a path. */
function readDigitalLink(path: string): CodeReading | null {
  const [, gtin, serial] = /\/01\/(\d{14})(?:\/10\/[^/]+)?(?:\/21\/([0-9A-Za-z]+))?\/?$/.exec(path) ?? [];
  if (!gtin) return null;
  return readGs1(`(01)${gtin}${serial ? `(21)${serial.toUpperCase()}` : ''}`, '');
}

/**
 * Reads an address: the passport of a device where the address begins with one of `hosts`, a GS1 Digital Link, and a serial
 * number in the query of a maker's address, which a person confirms. Null for a text that is no address.
 */
export function readUrl(raw: string, hosts: readonly string[]): CodeReading | null {
  const isBare = /^[a-z0-9.-]+(:\d+)?\/device\//i.test(raw) || /^www\./i.test(raw);
  if (!isBare && !/^[a-z][a-z0-9+.-]*:\/\//i.test(raw)) return null;
  const url = URL.parse(isBare ? `https://${raw}` : raw);
  if (!url || !/^https?:$/.test(url.protocol)) return refuse('This address names no device.');
  const token = /^\/device\/([0-9a-f]{32})\/?$/i.exec(url.pathname)?.[1];
  if (token) {
    return hosts.includes(url.host)
      ? certain('passport', token.toLowerCase())
      : refuse('This is the passport of another shop.');
  }
  const link = readDigitalLink(url.pathname);
  if (link) return link;
  const serial = url.searchParams.get('sn') ?? url.searchParams.get('serial');
  const isNumber = /^[0-9A-Za-z]{7,20}$/.test(serial ?? '');
  return serial && isNumber && !hosts.includes(url.host)
    ? ask(`A serial number in an address of ${url.host}?`, number('serial', serial.toUpperCase()))
    : refuse('This address names no device.');
}
