import type { Identifier } from '../../units/identifiers.ts';
import { type DeskHabit, deskKindOf } from '../desk-habit.ts';
import { type Desk, type DeskStep, openDesk } from '../desk-state.ts';
import { answerQuestion, takeScan } from '../receive-desk.ts';
import {
  type Device,
  Dice,
  faults,
  layouts,
  modelOf,
  newDevices,
  type PalletScan,
  scansOf,
} from './pallets.ts';

export const devicesPerPallet = 30;

export type PalletResult = {
  /** Order of the numbers, fault, device and seed, to repeat a pallet. */
  name: string;
  layout: string;
  fault: string;
  /** Records with numbers of several devices, of none, or without one. */
  wrong: Identifier[][];
  /** Devices recorded right at once, and after those that the desk lists and counts were scanned again. */
  atOnce: number;
  atLast: number;
  /** Questions and scans until then, without those again. */
  questions: number;
  scans: number;
  habit: DeskHabit | null;
};

/** A pallet whose numbers a desk takes; a person only answers questions, with the truth. */
class Pallet {
  readonly #devices: Device[];
  readonly #elsewhere = new Set<Device>();
  desk: Desk;
  questions = 0;

  constructor(devices: Device[], desk: Desk) {
    this.#devices = devices;
    this.desk = desk;
  }

  scan(scan: PalletScan): void {
    if (scan.owner && scan.device) this.#elsewhere.add(scan.device);
    let step: DeskStep = takeScan(this.desk, scan);
    while (step.desk.question) {
      this.questions += 1;
      step = answerQuestion(step.desk, this.#isTrue(step.desk.question.numbers));
    }
    this.desk = step.desk;
  }

  /** Devices that are recorded right, here or at another desk. */
  recorded(): Set<Device | undefined> {
    const right = this.desk.received.filter((numbers) => this.#isRight(numbers));
    return new Set([...right.map(([first]) => first && this.#ownerOf(first)), ...this.#elsewhere]);
  }

  wrong(): Identifier[][] {
    return this.desk.received.filter((numbers) => !this.#isRight(numbers));
  }

  /** Devices whose numbers the desk lists; one that it cannot name is found by the count at the end. */
  listed(): Device[] {
    const numbers = [...this.desk.aside, ...this.desk.table];
    return [...new Set(numbers.map((number) => this.#ownerOf(number)))].filter((one) => one !== undefined);
  }

  #ownerOf({ value }: Identifier): Device | undefined {
    return this.#devices.find(({ numbers }) => numbers.some((known) => known.value === value));
  }

  #isTrue(numbers: Identifier[]): boolean {
    const [owner, ...others] = new Set(numbers.map((number) => this.#ownerOf(number)));
    if (!owner || others.length > 0) return false;
    return numbers.every(({ kind, value }) =>
      owner.numbers.some((known) => known.value === value && deskKindOf(known.kind) === deskKindOf(kind)),
    );
  }

  #isRight(numbers: Identifier[]): boolean {
    return (
      this.#isTrue(numbers) && numbers.length === this.#ownerOf(numbers[0] as Identifier)?.numbers.length
    );
  }
}

/** Receives a pallet of one model with one fault; `habits` are what earlier runs of each layout have taught. */
export function runPallet(seed: number, habits: ReadonlyMap<string, DeskHabit>): PalletResult {
  const dice = new Dice(seed);
  const layout = dice.pick(layouts);
  const fault = dice.pick(Object.keys(faults));
  const devices = newDevices(layout, devicesPerPallet, dice);
  const scans = devices.map(scansOf);
  const at = dice.below(devicesPerPallet);
  faults[fault]?.(scans, at, layout, dice);
  const pallet = new Pallet(devices, openDesk(modelOf(layout), habits.get(layout.name) ?? null));
  for (const scan of scans.flat()) pallet.scan(scan);
  const [wrong, atOnce, questions] = [pallet.wrong(), pallet.recorded().size, pallet.questions];
  const listed = pallet.listed();
  pallet.desk = { ...pallet.desk, table: [] };
  for (const again of [listed, devices]) {
    const open = again.filter((device) => !pallet.recorded().has(device));
    for (const scan of open.flatMap(scansOf)) pallet.scan(scan);
  }
  return {
    name: `${layout.name}: ${fault} of device ${at + 1}, seed ${seed}`,
    layout: layout.name,
    fault,
    wrong: [...wrong, ...pallet.wrong()],
    atOnce,
    atLast: pallet.recorded().size,
    questions,
    scans: scans.flat().length,
    habit: pallet.desk.habit,
  };
}
