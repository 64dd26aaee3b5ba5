import { problemCodeOf } from '@reprise/contract/problem';
import type { DeskStep } from '@reprise/contract/workshop/receiving/desk-state';
import { forgetDevice } from '@reprise/contract/workshop/receiving/receive-desk';
import { type Identifier, identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { departureLabels } from '@reprise/contract/workshop/units/unit-states';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatDate } from '../../../../formats.ts';
import { lotNote, type Outgoing, sendReceive, type Table } from './receive-table.ts';
import { storeHabit } from './stored-habits.ts';

/** The receive screen as work in the queue sees it; `now` returns the newest state, before the next render. */
export type Screen = {
  now: () => Table;
  change: (changes: Partial<Table>) => void;
  say: (feedback: Feedback | null) => void;
  /** Reads lots and devices of other screens again. */
  refresh: () => void;
};

/** Shows what the desk says, and records or takes back the devices that it names. */
export async function applyStep(screen: Screen, step: DeskStep, unit?: string): Promise<void> {
  screen.change({ desk: step.desk });
  screen.say({ tone: step.tone, text: step.text, unit });
  for (const numbers of step.takenBack) {
    const wrong = screen.now().received.find(({ identifiers }) => hasAll(identifiers, numbers));
    if (wrong) await undo(screen, wrong, step);
  }
  for (const numbers of step.received) await record(screen, numbers, step);
}

const hasAll = (known: readonly Identifier[], numbers: readonly Identifier[]) =>
  numbers.every(({ value }) => known.some((other) => other.value === value));

async function record(screen: Screen, numbers: Identifier[], step: DeskStep): Promise<void> {
  const { model, gtin, captured, departed, bought } = screen.now();
  if (!model) return;
  const outgoing: Outgoing = { key: crypto.randomUUID(), numbers, model, gtin, captured };
  screen.change({ gtin: '', captured: 'scan', departed: {}, bought: '' });
  const unit = numbers.map(({ value }) => departed[value]).find((one) => one !== undefined);
  const isBought = unit !== undefined && unit.number === bought;
  if (unit && !isBought) {
    screen.change({ returning: { ...outgoing, unit } });
    return screen.say({ tone: 'ask', text: departedText(unit), unit: unit.number });
  }
  screen.change({ unsent: outgoing });
  await deliver(screen, step, isBought);
}

/** Says how a device left that is here again, and asks about it. */
function departedText({ number, goneAs, order, stateSince }: Unit): string {
  const at = formatDate(stateSince);
  return goneAs
    ? `${number} left on ${at} (${departureLabels[goneAs].toLowerCase()}). Receive it as another purchase?`
    : `${number} was sold with order ${order ?? ''} and delivered on ${at}. Receive it as bought back? If its buyer returns it, put it aside and refund the order.`;
}

/** Refusals that the same call meets again; after another failure the device waits to be sent once more. */
const finalCodes: (string | undefined)[] = [
  'IDENTIFIER_IN_USE',
  'UNIT_STATE',
  'LOT_CLOSED',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'CONFLICT',
];

/** Sends the device that waits; one that the shop refuses is set aside, and the desk goes on. */
export async function deliver(screen: Screen, step?: DeskStep, again = false): Promise<void> {
  const { unsent, place, lot } = screen.now();
  if (!unsent) return;
  let unit: Unit;
  try {
    unit = await sendReceive(unsent, { place, lot, again });
  } catch (error) {
    const { desk } = screen.now();
    if (finalCodes.includes(problemCodeOf(error)))
      screen.change({ unsent: null, desk: desk && forgetDevice(desk, unsent.numbers, true) });
    throw error;
  }
  const { desk, received } = screen.now();
  if (desk?.habit) storeHabit(unit.model.key, desk.habit);
  screen.change({
    unsent: null,
    model: { known: { ...unit.model, product: null } },
    desk: desk && { ...desk, model: { brand: unit.model.brand, identifiers: unit.model.identifiers } },
    received: [unit, ...received.filter(({ id }) => id !== unit.id)],
    receivedAt: Date.now(),
  });
  // A question behind the device stays on the screen.
  if (step?.tone !== 'ask') {
    const text = `Received ${unit.number}, ${unit.model.name}${lotNote(unit, lot)}. ${numbersOf(unit)}`;
    screen.say({ tone: 'good', text });
  }
  screen.refresh();
}

const numbersOf = ({ identifiers }: Unit) =>
  identifiers.map(({ kind, value }) => `${identifierLabels[kind]} ${value}`).join(', ');

/** Takes a received device back, by hand or because the desk found it wrong. */
export async function undo(screen: Screen, unit: Unit, step?: DeskStep): Promise<void> {
  await api.undoReceiveUnit({ params: { id: unit.id }, body: {} });
  const { desk, received } = screen.now();
  screen.change({
    received: received.filter(({ id }) => id !== unit.id),
    desk: desk && !step ? forgetDevice(desk, unit.identifiers, false) : desk,
  });
  const after =
    unit.lot && unit.lot.declared !== null ? 'It is expected again' : 'Its numbers are free again';
  screen.say(
    step
      ? { tone: 'bad', text: `${unit.number} is taken back. Put its device aside and scan it again.` }
      : { tone: 'neutral', text: `${unit.number} is taken back. ${after}.` },
  );
  screen.refresh();
}
