import { type DeviceKind, kindsWithBattery } from '@reprise/contract/catalog/grading/device-kinds';
import type { Grade, Surface } from '@reprise/contract/catalog/grading/grade-standard';

/** Words per surface for grades A, B, C and X. */
type Row = readonly [key: string, label: string, a: string, b: string, c: string, x: string];

const screenOn: Row = [
  'screen-on',
  'Screen, on',
  'Nothing to see',
  'Nothing to see',
  'Light marks at most, no burn-in',
  'Lines, burn-in or a dead area',
];
const screenOff: Row = [
  'screen-off',
  'Screen, off',
  'At most 1 hairline of up to 10 mm, not seen at 30 cm',
  'At most 3 hairlines of up to 15 mm, not seen at 50 cm',
  'At most 5 scratches of up to 30 mm, no chip',
  'Crack or chip',
];
const body: Row = [
  'body',
  'Body',
  'Hairlines not seen at 30 cm, no dent',
  'At most 5 marks not seen at 50 cm, at most 1 dent of up to 1.5 mm',
  'Visible wear, at most 3 dents of up to 3 mm, chips of up to 2 mm',
  'Bent, cracked or a part missing',
];
const lens: Row = ['lens', 'Camera lens', 'Clean', 'Clean', 'Hairlines outside of the picture', 'Cracked'];

const rows: Record<DeviceKind, Row[]> = {
  phone: [screenOn, screenOff, body, lens],
  tablet: [screenOn, screenOff, body, lens],
  computer: [
    screenOn,
    screenOff,
    body,
    [
      'keyboard',
      'Keyboard and touchpad',
      'No shine',
      'Light shine on a few keys',
      'Shine on many keys, letters readable',
      'Keys missing or letters gone',
    ],
    ['hinge', 'Hinge', 'Firm', 'Firm', 'Stays where it is put', 'Loose or cracked'],
  ],
  watch: [
    screenOn,
    screenOff,
    body,
    ['strap', 'Strap', 'New', 'New or clean without marks', 'Clean, light wear', 'Torn or missing'],
  ],
  audio: [
    body,
    ['pads', 'Ear pads or tips', 'New', 'New', 'New', 'Used'],
    [
      'case',
      'Case',
      'Hairlines not seen at 30 cm',
      'Marks not seen at 50 cm',
      'Visible wear',
      'Cracked or missing',
    ],
  ],
  console: [
    body,
    ['controller', 'Controller', 'No wear', 'Light shine', 'Visible wear, grips whole', 'Grips worn through'],
  ],
  other: [body],
};

/** Battery floors of the grades, in percent, where a tool can read the battery. */
const batteryFloors: Record<string, number> = { A: 85, B: 80, C: 80, R: 90 };

/** Returns the surfaces and grades that a shop starts with. */
export function defaultStandard(kind: DeviceKind): { surfaces: Surface[]; grades: Grade[] } {
  const wordsOf = (column: 2 | 3 | 4 | 5) =>
    Object.fromEntries(rows[kind].map((row) => [row[0], row[column]]));
  const hasFloor = kindsWithBattery.includes(kind);
  const base = (code: string) => ({
    code,
    batteryFloor: hasFloor ? (batteryFloors[code] ?? null) : null,
    worstWear: null,
  });
  return {
    surfaces: rows[kind].map(([key, label]) => ({ key, label })),
    grades: [
      { ...base('A'), condition: 'excellent', publicName: 'Like New', words: wordsOf(2) },
      { ...base('B'), condition: 'good', publicName: 'Good', words: wordsOf(3) },
      { ...base('C'), condition: 'fair', publicName: 'Fair', words: wordsOf(4) },
      {
        ...base('R'),
        condition: 'refurbished',
        publicName: 'Certified Refurbished',
        words: wordsOf(3),
        worstWear: 'B',
      },
      { ...base('X'), condition: null, publicName: 'Not for sale', words: wordsOf(5) },
    ],
  };
}
