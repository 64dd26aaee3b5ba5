import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { maxBinLabels, readBinNames } from './bin-names.ts';
import { labelOfBin } from './label.ts';
import { toZpl } from './zpl.ts';

describe('names of bins', () => {
  it.each([
    ['a3', ['A3']],
    ['BIN-A3\nA3', ['A3']],
    ['a-08 to a-11', ['A-08', 'A-09', 'A-10', 'A-11']],
    ['R1 to R2, S1', ['R1', 'R2', 'S1']],
    [' \n', []],
  ])('reads %j', (typed, names) => {
    expect(readBinNames(typed)).toEqual({ names, fault: null });
  });

  it.each([
    'A1 to B2',
    'A9 to A1',
    'A to B',
    'A1 to A2 to A3',
    'shelf 3',
    'Ä1',
    '-A',
    `A1 to A${maxBinLabels + 1}`,
  ])('refuses %j with a sentence', (typed) => {
    const { names, fault } = readBinNames(typed);
    expect(names).toEqual([]);
    expect(fault).toMatch(/\.$/);
  });
});

describe('labels in ZPL', () => {
  const label = {
    code: 'U-7KQ4M2X9',
    heading: 'U-7KQ4M2X9',
    name: 'Phone ^XZ~DG_1\\& 128 GB',
    facts: ['Grade A · Lot L-3', 'Received Nov 30, 2026'],
    link: 'https://shop.example/device/abcdefghijkl',
  };

  it('are one format each, of the size of the paper in dots', () => {
    const zpl = toZpl([label, labelOfBin('A3')], 'label-62x29');
    expect(zpl.match(/\^XA/g)).toHaveLength(2);
    expect(zpl.match(/\^XZ/g)).toHaveLength(2);
    expect(zpl.match(/\^PW495\^LL231/g)).toHaveLength(2);
    expect(zpl).toContain('^FDBIN-A3^FS');
  });

  it('take no command from the name of a model', () => {
    const zpl = toZpl([label], 'label-57x32');
    expect(zpl).toContain('^FDPhone _5EXZ_7EDG_5F1_5C& 128 GB^FS');
  });

  it('have the whole QR code on the paper', () => {
    const [, x, scale, text] =
      /\^FO(\d+),\d+\^BQN,2,(\d)\^FH\^FDMA,(\S+)\^FS/.exec(toZpl([label], 'label-62x29')) ?? [];
    expect(text).toBe(label.link);
    expect(Number(x) + encode(label.link, { border: 0, ecc: 'M' }).size * Number(scale)).toBeLessThanOrEqual(
      495 - 24,
    );
  });
});
