/** Kinds of numbers that stand on devices, boxes, slips and labels. */
export const numberKinds = [
  'imei',
  'imei2',
  'imeisv',
  'imei14',
  'meid',
  'esn',
  'eid',
  'iccid',
  'mac',
  'serial',
  'part',
  'model',
  'gtin',
  'sscc',
  'batch',
  'quantity',
  'tracking',
  'lpn',
  'asset',
  'tac',
  'unit',
  'order',
  'lot',
  'place',
  'return',
  'warranty',
  'certificate',
  'passport',
  'tail',
] as const;
export type NumberKind = (typeof numberKinds)[number];

/** Name of a number of each kind in a sentence. */
export const numberNames: Record<NumberKind, string> = {
  imei: 'an IMEI',
  imei2: 'a second IMEI',
  imeisv: 'an IMEI with its software version',
  imei14: 'an IMEI without its last digit',
  meid: 'a MEID',
  esn: 'an ESN',
  eid: 'an EID',
  iccid: 'the number of a SIM card',
  mac: 'a network address',
  serial: 'a serial number',
  part: 'a part number',
  model: 'a model number',
  gtin: 'the barcode of a box',
  sscc: 'the number of a pallet',
  batch: 'a batch number',
  quantity: 'a quantity',
  tracking: 'a tracking number',
  lpn: 'the number of a return at Amazon',
  asset: 'an inventory number',
  tac: 'the beginning of an IMEI',
  unit: 'a device number of the shop',
  order: 'an order number',
  lot: 'the number of a lot',
  place: 'the label of a bin',
  return: 'the number of a return',
  warranty: 'the number of a warranty',
  certificate: 'the number of an erasure certificate',
  passport: 'the passport of a device',
  tail: 'the end of a number',
};

/** A number with its kind, in canonical form: upper case, without blanks and dashes that only group it. */
export type CodeNumber = { kind: NumberKind; value: string };

/**
 * Meaning of one scan. `value`: certain. `ask`: the reader offers what it can be, and a person decides. `refuse`: it names
 * nothing that the shop records. `notice` says what the person should know although the numbers are certain.
 */
export type CodeReading =
  | { answer: 'value'; numbers: CodeNumber[]; notice?: string }
  | { answer: 'ask'; candidates: CodeNumber[][]; question: string }
  | { answer: 'refuse'; reason: string };

export const number = (kind: NumberKind, value: string): CodeNumber => ({ kind, value });

export const certain = (kind: NumberKind, value: string): CodeReading => ({
  answer: 'value',
  numbers: [number(kind, value)],
});

/** Each candidate is one number; use `askBetween` where a candidate is several numbers. */
export const ask = (question: string, ...candidates: CodeNumber[]): CodeReading => ({
  answer: 'ask',
  candidates: candidates.map((candidate) => [candidate]),
  question,
});

export const refuse = (reason: string): CodeReading => ({ answer: 'refuse', reason });
