import { luhnDigit } from '../../codes/luhn-digit.ts';
import type { Identifier } from '../../units/identifiers.ts';
import type { DeskModel, DeskScan } from '../desk-state.ts';

/** Random numbers of a seed, so that a failing pallet can be made again. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0 || 1;
  }
  below(limit: number): number {
    // Xorshift of 32 bits.
    this.#state ^= this.#state << 13;
    this.#state >>>= 0;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    this.#state >>>= 0;
    return this.#state % limit;
  }
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }
  text(length: number, signs: string): string {
    return Array.from({ length }, () => signs[this.below(signs.length)]).join('');
  }
}

const digits = '0123456789';
const signs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export type Device = { numbers: Identifier[] };

/** Order in which a person scans the numbers of each device of a pallet. */
export type Layout = {
  name: string;
  brand: string;
  kinds: ('imei' | 'serial')[];
  serial: (dice: Dice) => string;
};

const apple = (dice: Dice) => dice.text(10, signs);
const older = (dice: Dice) => `F${dice.text(11, signs)}`;
const samsung = (dice: Dice) => `R${dice.text(10, signs)}`;
const dell = (dice: Dice) => dice.text(7, signs);

export const layouts: readonly Layout[] = [
  { name: 'IMEI, serial', brand: 'Apple', kinds: ['imei', 'serial'], serial: apple },
  { name: 'serial, IMEI', brand: 'Apple', kinds: ['serial', 'imei'], serial: older },
  { name: 'IMEI, IMEI, serial', brand: 'Samsung', kinds: ['imei', 'imei', 'serial'], serial: samsung },
  { name: 'serial, IMEI, IMEI', brand: 'Fairphone', kinds: ['serial', 'imei', 'imei'], serial: apple },
  { name: 'IMEI, serial, IMEI', brand: 'Samsung', kinds: ['imei', 'serial', 'imei'], serial: samsung },
  { name: 'serial', brand: 'Dell', kinds: ['serial'], serial: dell },
  { name: 'serial of 12', brand: 'Apple', kinds: ['serial'], serial: older },
];

export const modelOf = ({ brand, kinds }: Layout): DeskModel => ({
  brand,
  identifiers: kinds.map((kind, index) =>
    kind === 'imei' && kinds.indexOf('imei') < index ? 'imei2' : kind,
  ),
});

export function newDevices(layout: Layout, count: number, dice: Dice): Device[] {
  const tac = `35${dice.text(6, digits)}`;
  const running = dice.below(900_000);
  const newImei = (index: number) => {
    const fourteen = tac + String(running + index).padStart(6, '0');
    return { kind: 'imei' as const, value: fourteen + luhnDigit(fourteen) };
  };
  return Array.from({ length: count }, (_, device) => ({
    numbers: layout.kinds.map((kind, index) =>
      kind === 'imei' ? newImei(device * 97 + index) : { kind, value: layout.serial(dice) },
    ),
  }));
}

/** Scan of a pallet; `device` is the one in the hand. */
export type PalletScan = DeskScan & { device: Device | null };

const scanOf = (device: Device, code: string): PalletScan => ({ code, device });
export const scansOf = (device: Device): PalletScan[] =>
  device.numbers.map(({ value }) => scanOf(device, value));

/** Codes that are printed beside the numbers of a device. */
const parts = ['MLPF3LL/A', '1PMLPF3LL/A', 'MNG63B/A', '1A2B3EA#ABD', 'SM-S911B/DS'];
const boxes = ['194252707241', '0194252707241', '4006381333931'];
const slips = ['1Z999AA10123456784', 'MJ-AAABBBCCC', '#MJ-KQ7XW2M4A', 'RB123456785GB', 'L-17'];

type Fault = (scans: PalletScan[][], at: number, layout: Layout, dice: Dice) => void;

const insert = (scans: PalletScan[][], at: number, scan: PalletScan, dice: Dice) => {
  const own = scans[at] ?? [];
  own.splice(dice.below(own.length + 1), 0, scan);
};
const stray =
  (codes: readonly string[]): Fault =>
  (scans, at, _layout, dice) =>
    insert(scans, at, { code: dice.pick(codes), device: null }, dice);
const drop =
  (kind: 'imei' | 'serial'): Fault =>
  (scans, at, layout, dice) => {
    const places = layout.kinds.flatMap((known, index) => (known === kind ? [index] : []));
    if (places.length > 0) scans[at]?.splice(dice.pick(places), 1);
  };
const changeOne =
  (change: (code: string, dice: Dice) => string, isTyped = false): Fault =>
  (scans, at, layout, dice) => {
    const own = scans[at] ?? [];
    const index = dice.below(layout.kinds.length);
    const scan = own[index];
    if (scan) own[index] = { ...scan, code: change(scan.code, dice), isTyped };
  };
const otherSign = (code: string, dice: Dice, alphabet: string) => {
  const index = dice.below(code.length);
  const others = [...alphabet].filter((sign) => sign !== code[index]);
  return code.slice(0, index) + dice.pick(others) + code.slice(index + 1);
};
const cut = (code: string, dice: Dice) => {
  const length = code.length - 1 - dice.below(Math.min(4, code.length - 4));
  return dice.below(2) === 0 ? code.slice(0, length) : code.slice(-length);
};
const separators = ['\t', ' ', ',', ';', '\n', ''];

/** The faults of a pallet by name; each happens to one device. */
export const faults: Record<string, Fault> = {
  none: () => {},
  'part number': stray(parts),
  'box barcode': stray(boxes),
  'tracking number or slip': stray(slips),
  'serial of an accessory': (scans, at, layout, dice) => {
    // Where a device has one number, nothing but its form tells an accessory from the next device.
    const other = layout.kinds.length > 1 && dice.below(2) === 0;
    const code = other ? layout.serial(dice) : dice.text(layout.brand === 'Dell' ? 10 : 14, signs);
    insert(scans, at, { code, device: null }, dice);
  },
  'missed serial': drop('serial'),
  'missed IMEI': drop('imei'),
  'doubled scan': (scans, at, layout, dice) => {
    const own = scans[at] ?? [];
    const index = dice.below(layout.kinds.length);
    const scan = own[index];
    if (scan) own.splice(index, 0, scan);
  },
  'swapped order': (scans, at) => void scans[at]?.reverse(),
  'next device too early': (scans, at, _layout, dice) => {
    const [own, next] = [scans[at], scans[at + 1]];
    const early = own && next?.shift();
    if (own && early) own.splice(own.length - 1 - dice.below(own.length), 0, early);
  },
  'received at another desk': (scans, at, layout, dice) => {
    const own = scans[at] ?? [];
    const from = dice.below(layout.kinds.length);
    scans[at] = own.map((scan, index) => (index >= from ? { ...scan, owner: 'U-OTHER' } : scan));
  },
  mistyped: changeOne((code, dice) => otherSign(code, dice, /^\d+$/.test(code) ? digits : signs), true),
  'wrong check digit': (scans, at, layout, dice) => {
    const own = scans[at] ?? [];
    const index = layout.kinds.indexOf('imei');
    const scan = own[index];
    if (scan) own[index] = { ...scan, code: otherSign(scan.code, dice, digits) };
  },
  'cut code': changeOne(cut),
  'two codes in one breath': (scans, at, layout, dice) => {
    const own = scans[at] ?? [];
    const [first, second] = own.splice(dice.below(Math.max(1, layout.kinds.length - 1)), 2);
    if (!first) return;
    const code = [first.code, ...(second ? [second.code] : [])].join(dice.pick(separators));
    own.push({ ...first, code });
    own.sort((a, b) => layoutIndex(first.device, a.code) - layoutIndex(first.device, b.code));
  },
  'breath over two devices': (scans, at, _layout, dice) => {
    const [own, next] = [scans[at], scans[at + 1]];
    const [last, first] = [own?.pop(), next?.shift()];
    if (own && last && first) own.push({ ...last, code: last.code + dice.pick(separators) + first.code });
    else if (own && last) own.push(last);
  },
};

const layoutIndex = (device: Device | null, code: string) =>
  device?.numbers.findIndex(({ value }) => code.startsWith(value)) ?? 0;
