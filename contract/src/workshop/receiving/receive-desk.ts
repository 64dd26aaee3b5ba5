import { type Identifier, identifierLabels } from '../units/identifiers.ts';
import { deskKindOf, learn } from './desk-habit.ts';
import { readAtDesk } from './desk-reading.ts';
import {
  asked,
  beginningIn,
  canBeSure,
  type Desk,
  type DeskQuestion,
  type DeskScan,
  type DeskStep,
  fitsHabit,
  isDue,
  isKnown,
  isOn,
  isTaken,
  isWhole,
  nameOf,
  numbered,
  say,
  setAside,
} from './desk-state.ts';

/** Takes a scan. The only number that counts is the one that is due; a question stops the desk until it is answered. */
export function takeScan(desk: Desk, scan: DeskScan): DeskStep {
  if (desk.question) return answerByScan(desk, desk.question, scan);
  const { brand } = desk.model;
  const reading = readAtDesk(scan.code, { brand }, desk.habit?.lengths ?? []);
  if (reading.is === 'stranger') return say(desk, 'bad', `${reading.text} Nothing changes.`);
  if (reading.is === 'unreadable') {
    // A long text can hide a number of this device and one of the next.
    return say(reading.isLong ? { ...desk, isSure: false } : desk, 'bad', reading.text);
  }
  if (reading.is === 'numbers') return takeNumbers(desk, reading.numbers, scan);
  const { number } = reading;
  if (scan.owner !== undefined || isKnown(desk, number)) return takeNumbers(desk, [number], scan);
  const isExpected = isDue(desk, number) && reading.isOnlySerial && fitsHabit(desk, number);
  if (isExpected && !scan.isTyped) return takeNumbers(desk, [number], scan);
  return askAbout(desk, number, 'number', reading.text);
}

/** Answers the question: true if its numbers are all of one device. */
export function answerQuestion(desk: Desk, isYes: boolean): DeskStep {
  const { question, waiting } = desk;
  if (!question) return say(desk, 'neutral', '');
  const open = { ...desk, question: null, waiting: [] };
  const step = isYes ? confirm(open, question) : reject(open, question);
  return continueWith(step, waiting);
}

/** Asks about the device on the table although numbers are missing. */
export function askWithout(desk: Desk): DeskStep {
  if (desk.question || desk.table.length === 0) return say(desk, 'neutral', '');
  const text = 'Receive it without its other numbers? Scan what is on the table once more.';
  return asked(desk, { about: 'partial', numbers: desk.table, text });
}

/** Takes a device whose numbers the manifest joins; what is on the table belongs to another one. */
export function takeKnown(desk: Desk, numbers: readonly Identifier[]): DeskStep {
  if (desk.question) return say(desk, 'bad', 'Answer the question first.');
  if (desk.received.some((known) => numbers.every((number) => isOn(known, number))))
    return say(desk, 'neutral', 'This device is received already.');
  const left = desk.table.filter((number) => !isOn(numbers, number));
  return receive({ ...setAside(desk, left, []), table: [...numbers] }, false, false);
}

/** Takes a device back that the shop refused, or that a person undid; `isLeft` puts its numbers aside. */
export function forgetDevice(desk: Desk, numbers: readonly Identifier[], isLeft: boolean): Desk {
  const received = desk.received.filter((known) => !known.every((number) => isOn(numbers, number)));
  return setAside({ ...desk, received, isLastChecked: true }, isLeft ? numbers : [], desk.table);
}

/** Empties the table by hand. */
export const clearTable = (desk: Desk): Desk => setAside(desk, desk.table, []);

/** Takes numbers one after the other; those behind a question wait for its answer. */
function takeNumbers(desk: Desk, numbers: readonly Identifier[], scan: DeskScan): DeskStep {
  const [number, ...others] = numbers;
  if (!number) return say(desk, 'neutral', '');
  return continueWith(takeNumber(desk, number, scan), others, scan);
}

function continueWith(step: DeskStep, numbers: readonly Identifier[], scan?: DeskScan): DeskStep {
  if (numbers.length === 0) return step;
  const { desk } = step;
  if (desk.question) return { ...step, desk: { ...desk, waiting: [...desk.waiting, ...numbers] } };
  const next = takeNumbers(desk, numbers, { code: '', isTyped: scan?.isTyped ?? false });
  return {
    ...next,
    received: [...step.received, ...next.received],
    takenBack: [...step.takenBack, ...next.takenBack],
  };
}

function takeNumber(desk: Desk, number: Identifier, scan: DeskScan): DeskStep {
  const { owner, isTyped, isOtherModel } = scan;
  if (isOn(desk.table, number) || isOn(desk.received.at(-1), number))
    return say(desk, 'neutral', 'This number is scanned already.');
  const isReceived = desk.received.some((numbers) => isOn(numbers, number));
  if (owner !== undefined || isReceived) {
    const whose = owner ? `This is ${owner} already.` : 'This device was received before.';
    return say(
      setAside(desk, desk.table, []),
      'bad',
      desk.table.length > 0 ? `${whose} The other numbers are put aside.` : whose,
    );
  }
  if (!isTaken(desk, number)) {
    return say(desk, 'bad', `${identifierLabels[number.kind]}: this desk does not take it. Nothing changes.`);
  }
  if (!desk.isSure) return takeUnsure(desk, number);
  if (!isDue(desk, number) || isOtherModel) return takeOutOfOrder(desk, number);
  if (isTyped) return askAbout(desk, number, 'typed', 'Typed numbers are typed twice.');
  if (!fitsHabit(desk, number)) {
    return askAbout(desk, number, 'number', 'The serial numbers before had another form.');
  }
  return accept(desk, number);
}

/** Takes the number that is due, and receives the device with its last one. */
function accept(desk: Desk, number: Identifier): DeskStep {
  const table = [...desk.table, number];
  const next = { ...desk, table };
  const due = desk.habit?.order[table.length];
  if (due !== undefined) return say(next, 'neutral', `Now scan the ${nameOf(next, due)}.`);
  return receive(next, false);
}

/** A device without all its numbers, or one whose numbers a manifest joins, teaches no order. */
function receive(desk: Desk, isChecked: boolean, isTeaching = true): DeskStep {
  const numbers = numbered(desk.table);
  const habit = isTeaching ? learn(desk.habit, numbers) : desk.habit;
  const values = new Set(numbers.map(({ value }) => value));
  return {
    ...say(
      {
        ...desk,
        habit,
        isSure: isTeaching ? canBeSure(habit) : desk.isSure,
        table: [],
        received: [...desk.received, numbers],
        isLastChecked: isChecked,
        // A device scanned again is settled.
        aside: desk.aside.filter(({ value }) => !values.has(value)),
        mistakes: 0,
      },
      'good',
      'Received.',
    ),
    received: [numbers],
  };
}

/** A code out of the order: the device on the table is not whole, and the one before may have its number. */
function takeOutOfOrder(desk: Desk, number: Identifier): DeskStep {
  const unsure = { ...desk, isSure: false };
  const last = desk.received.at(-1);
  if (desk.table.length > 0 || desk.isLastChecked || !last) return takeUnsure(unsure, number);
  const text = `${identifierLabels[number.kind]} ${number.value} is not due. Compare the device before with its numbers.`;
  return asked({ ...unsure, waiting: [number] }, { about: 'received', numbers: last, text });
}

/** Collects numbers until they are those of a whole device, which is then a question. */
function takeUnsure(desk: Desk, number: Identifier): DeskStep {
  const previous = desk.table.at(-1);
  const isSecond = deskKindOf(number.kind) === 'imei' && previous && deskKindOf(previous.kind) === 'imei';
  if (isSecond && desk.imeis < 2) {
    const text = 'Two IMEIs: are both on one device?';
    return asked({ ...desk, waiting: [] }, { about: 'second', numbers: [previous, number], text });
  }
  return settle(desk, [...desk.table, number]);
}

/** Keeps the last numbers that can be the beginning of a device, and asks once they are a whole one. */
function settle(desk: Desk, numbers: Identifier[]): DeskStep {
  const table = beginningIn(desk, numbers);
  const left = numbers.slice(0, numbers.length - table.length);
  const next = setAside(desk, left, table);
  if (isWhole(next, table)) {
    return asked(next, { about: 'device', numbers: table, text: 'Are these the numbers of one device?' });
  }
  if (left.length > 0) {
    const names = left.map(({ value }) => value).join(', ');
    return say(next, 'bad', `A number of its device is missing: ${names}. Put that device aside.`);
  }
  return say(next, 'neutral', 'Scan the next number of this device.');
}

function confirm(desk: Desk, { about, numbers }: DeskQuestion): DeskStep {
  if (about === 'device') return receive({ ...desk, table: numbers }, true);
  if (about === 'partial') return receive({ ...desk, table: numbers }, true, false);
  if (about === 'received')
    return say({ ...desk, isLastChecked: true }, 'neutral', 'The device before is right.');
  if (about === 'second')
    return settle({ ...desk, imeis: 2, habit: null }, [...desk.table, ...numbers.slice(-1)]);
  const number = numbers.at(-1);
  if (!number) return say(desk, 'neutral', '');
  if (!desk.isSure) {
    // One question is enough for a device with one number.
    const isAll = desk.table.length === 0 && isWhole(desk, [number]);
    return isAll ? receive({ ...desk, table: [number] }, true) : takeUnsure(desk, number);
  }
  return isDue(desk, number) ? accept(desk, number) : takeOutOfOrder(desk, number);
}

function reject(desk: Desk, { about, numbers }: DeskQuestion): DeskStep {
  const [first, ...rest] = numbers;
  if (about === 'received') {
    const received = desk.received.slice(0, -1);
    const text = 'The device before is taken back. Put it aside and scan it again later.';
    const next = setAside({ ...desk, received, isLastChecked: true }, numbers, desk.table);
    return { ...say(next, 'bad', text), takenBack: [numbers] };
  }
  if (about === 'partial') return say(desk, 'neutral', 'Scan the next number of this device.');
  if (about === 'typed' || about === 'number')
    return say(desk, 'bad', 'The number is not taken. Scan it again.');
  if (about === 'second') {
    const next = setAside(desk, desk.table, []);
    return settle(next, numbers.slice(1));
  }
  // An order that fails twice has changed.
  const mistakes = desk.mistakes + 1;
  const habit = mistakes > 1 ? null : desk.habit;
  return settle(setAside({ ...desk, mistakes, habit }, first ? [first] : [], []), rest);
}

/**
 * While a question is open, its numbers scanned again confirm it, and another number says no. A number that is not certain
 * is confirmed by the person alone: a wrong barcode is the same twice.
 */
function answerByScan(desk: Desk, question: DeskQuestion, scan: DeskScan): DeskStep {
  const reading = readAtDesk(scan.code, { brand: desk.model.brand }, desk.habit?.lengths ?? []);
  const scanned =
    reading.is === 'numbers' ? reading.numbers : reading.is === 'doubtful' ? [reading.number] : [];
  if (scanned.length === 0) return say(desk, 'bad', 'Answer the question first.');
  const others = scanned.filter((number) => !isOn(question.numbers, number));
  if (others.length > 0) return rejectBy(desk, question, others, scan);
  if (question.about === 'number') return say(desk, 'ask', question.text);
  const confirmed = [...new Set([...question.confirmed, ...scanned.map(({ value }) => value)])];
  const asked = question.about === 'typed' ? question.numbers.slice(-1) : question.numbers;
  if (asked.every(({ value }) => confirmed.includes(value))) return answerQuestion(desk, true);
  return say({ ...desk, question: { ...question, confirmed } }, 'neutral', 'The same. Now the next number.');
}

/** Another number than those in question: the device on the table begins again with what was scanned of it twice. */
function rejectBy(desk: Desk, question: DeskQuestion, others: Identifier[], scan: DeskScan): DeskStep {
  if (question.about === 'device') {
    const again = question.numbers.filter(({ value }) => question.confirmed.includes(value));
    const left = question.numbers.filter(({ value }) => !question.confirmed.includes(value));
    const open = { ...desk, question: null, waiting: [], mistakes: desk.mistakes + 1 };
    return continueWith(settle(setAside(open, left, []), again), others, scan);
  }
  const step = answerQuestion(desk, false);
  if (question.about !== 'received') return continueWith(step, others, scan);
  return { ...step, desk: setAside(step.desk, others, step.desk.table) };
}

/** Asks about the number together with those on the table. */
function askAbout(desk: Desk, number: Identifier, about: 'typed' | 'number', reason: string): DeskStep {
  const numbers = isDue(desk, number) ? [...desk.table, number] : [number];
  const text = `${reason} Is ${number.value} the ${nameOf(desk, deskKindOf(number.kind))} of this device?`;
  return asked(desk, { about, numbers, text });
}
