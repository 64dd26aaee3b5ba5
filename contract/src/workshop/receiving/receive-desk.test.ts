import { expect, test } from 'vitest';
import { luhnDigit } from '../codes/luhn-digit.ts';
import type { DeskHabit } from './desk-habit.ts';
import { type Desk, type DeskScan, openDesk } from './desk-state.ts';
import { answerQuestion, takeScan } from './receive-desk.ts';
import { layouts } from './simulation/pallets.ts';
import { devicesPerPallet, type PalletResult, runPallet } from './simulation/run-pallet.ts';

// 200 pallets in every run of the tests; `RECEIVE_PALLETS=10000` tries as many.
const pallets = Number(process.env.RECEIVE_PALLETS ?? 200);
const none = new Map<string, DeskHabit>();

const phone = { brand: 'Apple', identifiers: ['imei', 'serial'] } as const;
const imeiOf = (number: number) => {
  const digits = `35${String(number).padStart(12, '0')}`;
  return digits + luhnDigit(digits);
};
const serialOf = (number: number) => `F2LZQ0T${String(number).padStart(3, '0')}`;
const device = (number: number) => [imeiOf(number), serialOf(number)];

/** Scans one code after the other; the desk has learned the order from device 0. */
function learnedDesk(): Desk {
  const { desk } = scanAll(openDesk(phone), device(0));
  return answerQuestion(desk, true).desk;
}
function scanAll(desk: Desk, scans: (string | DeskScan)[]) {
  const steps = [];
  let current = desk;
  for (const scan of scans) {
    const step = takeScan(current, typeof scan === 'string' ? { code: scan } : scan);
    steps.push(step);
    current = step.desk;
  }
  return { desk: current, steps, last: steps.at(-1), values: valuesOf(current) };
}
const valuesOf = ({ received }: Desk) => received.map((numbers) => numbers.map(({ value }) => value));

function simulate(habits: ReadonlyMap<string, DeskHabit>): PalletResult[] {
  return Array.from({ length: pallets }, (_, index) => runPallet(index + 1, habits));
}

function expectPromise(results: PalletResult[]): void {
  expect(results.filter(({ wrong }) => wrong.length > 0).map(({ name, wrong }) => [name, wrong])).toEqual([]);
  expect(results.filter(({ atLast }) => atLast < devicesPerPallet).map(({ name }) => name)).toEqual([]);
  expect(results.filter(({ atOnce }) => atOnce < 26).map(({ name }) => name)).toEqual([]);
  const average = results.reduce((sum, { atOnce }) => sum + atOnce, 0) / results.length;
  expect(average).toBeGreaterThanOrEqual(29);
}

/** Orders that the desks of earlier runs have learned, one for each layout. */
function learnedHabits(): Map<string, DeskHabit> {
  const habits = new Map<string, DeskHabit>();
  for (let seed = 1_000_000; habits.size < layouts.length; seed++) {
    const { layout, fault, habit } = runPallet(seed, none);
    if (fault === 'none' && habit) habits.set(layout, habit);
  }
  return habits;
}

test('a pallet with one fault has no wrong record while its order is being learned', () => {
  expectPromise(simulate(none));
});

test('a pallet with one fault has no wrong record once its order is known', () => {
  const results = simulate(learnedHabits());
  expectPromise(results);
  const faultless = results.filter(
    ({ fault, layout }) => fault === 'none' && layout !== 'IMEI, serial, IMEI',
  );
  const scans = faultless.reduce((sum, { scans }) => sum + scans, 0);
  const questions = faultless.reduce((sum, { questions }) => sum + questions, 0);
  // A share says little of few scans.
  if (scans > 20_000) expect((questions / scans) * 1000).toBeLessThanOrEqual(2);
});

test('the first device is confirmed by its numbers scanned again, and teaches the order', () => {
  const first = scanAll(openDesk(phone), device(1));
  expect(first.last).toMatchObject({ tone: 'ask', received: [], desk: { question: { about: 'device' } } });
  const again = scanAll(first.desk, [...device(1), ...device(2)]);
  expect(again.values).toEqual([device(1), device(2)]);
  expect(again.last).toMatchObject({ tone: 'good', desk: { question: null, isSure: true } });
});

test('names part numbers, barcodes and parcels, and leaves the device on the table', () => {
  const [imei = '', serial = ''] = device(1);
  const strays = ['MLPF3LL/A', '1PMLPF3LL/A', '194252707241', '1Z999AA10123456784', 'MJ-AAABBBCCC'];
  const { steps, values } = scanAll(learnedDesk(), [imei, ...strays, serial]);
  expect(steps.slice(1, -1).every(({ tone, received }) => tone === 'bad' && received.length === 0)).toBe(
    true,
  );
  expect(values.at(-1)).toEqual(device(1));
});

test('a forgotten serial number joins no two devices', () => {
  const { desk, steps } = scanAll(learnedDesk(), [imeiOf(1), ...device(2)]);
  expect(steps.slice(0, 2).map(({ tone }) => tone)).toEqual(['neutral', 'ask']);
  const after = answerQuestion(scanAll(learnedDesk(), [imeiOf(1), imeiOf(2)]).desk, false);
  expect(after.desk.aside).toMatchObject([{ value: imeiOf(1) }]);
  const whole = scanAll(after.desk, [serialOf(2)]);
  expect(whole.last).toMatchObject({ tone: 'ask', received: [] });
  expect(valuesOf(answerQuestion(whole.desk, true).desk).at(-1)).toEqual(device(2));
  expect(valuesOf(desk)).toHaveLength(1);
});

test('a serial number of another device is found by the code after it, and its record taken back', () => {
  const stray = scanAll(learnedDesk(), [imeiOf(1), serialOf(99)]);
  expect(stray.last?.tone).toBe('good');
  const next = scanAll(stray.desk, [serialOf(1)]);
  expect(next.last).toMatchObject({ tone: 'ask', desk: { question: { about: 'received' } } });
  const answer = answerQuestion(next.desk, false);
  expect(answer.takenBack).toHaveLength(1);
  expect(valuesOf(answer.desk)).toEqual([device(0)]);
});

test('a number that is refused leaves the table, and the next device starts anew', () => {
  const taken = scanAll(learnedDesk(), [imeiOf(1), { code: serialOf(1), owner: 'U-7KQ4M2X5' }]);
  expect(taken.last).toMatchObject({ tone: 'bad', text: expect.stringContaining('U-7KQ4M2X5') });
  expect(taken.desk.table).toEqual([]);
  expect(scanAll(taken.desk, device(2)).values.at(-1)).toEqual(device(2));
});

test('asks about a serial number of another form, and a cut one is not taken', () => {
  const cut = scanAll(learnedDesk(), [imeiOf(1), serialOf(1).slice(0, 8)]);
  expect(cut.last).toMatchObject({ tone: 'ask', desk: { question: { about: 'number' } } });
  // The same barcode again proves nothing; the right one answers the question.
  expect(scanAll(cut.desk, [serialOf(1).slice(0, 8)]).last).toMatchObject({ tone: 'ask', received: [] });
  expect(scanAll(cut.desk, [serialOf(1)]).values.at(-1)).toEqual(device(1));
});

test('a typed number counts once it is typed twice', () => {
  const typed = { code: serialOf(1), isTyped: true };
  const once = scanAll(learnedDesk(), [imeiOf(1), typed]);
  expect(once.last).toMatchObject({ tone: 'ask', received: [] });
  expect(scanAll(once.desk, [typed]).values.at(-1)).toEqual(device(1));
});

test('takes several codes of one scan if they are due one after the other', () => {
  expect(scanAll(learnedDesk(), [device(1).join('\t')]).values.at(-1)).toEqual(device(1));
  const glued = scanAll(learnedDesk(), [imeiOf(1), serialOf(1) + imeiOf(2), serialOf(2)]);
  expect(glued.last).toMatchObject({ tone: 'ask', received: [] });
});

test('a device may have an IMEI that its model does not ask for', () => {
  const tablet = openDesk({ brand: 'Apple', identifiers: ['serial'] });
  const first = scanAll(tablet, device(1));
  expect(first.last).toMatchObject({ tone: 'ask', desk: { question: { about: 'device' } } });
  expect(scanAll(answerQuestion(first.desk, true).desk, device(2)).values).toEqual([device(1), device(2)]);
});

test('each device is a question where the order begins and ends with an IMEI', () => {
  const model = { brand: 'Samsung', identifiers: ['imei', 'imei2', 'serial'] } as const;
  const codes = (number: number) => [
    imeiOf(number),
    `R5CT${String(number).padStart(7, 'A')}`,
    imeiOf(number + 50),
  ];
  const first = answerQuestion(scanAll(openDesk(model), codes(1)).desk, true);
  expect(first).toMatchObject({ tone: 'good', desk: { isSure: false } });
  // The IMEI of the next device came too early: no record joins the two.
  const [imei = '', serial = ''] = codes(2);
  expect(scanAll(first.desk, [imei, serial, imeiOf(3)]).last).toMatchObject({ tone: 'ask', received: [] });
});
