import type { Arrival } from '@reprise/contract/sales/orders/arrivals';
import { readAtDesk } from '@reprise/contract/workshop/receiving/desk-reading';
import { takeKnown, takeScan } from '@reprise/contract/workshop/receiving/receive-desk';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { ScanResult } from '@reprise/contract/workshop/units/scan-result';
import type { CaptureMethod, ModelChoice, Unit } from '@reprise/contract/workshop/units/unit';
import { hasDeparted } from '@reprise/contract/workshop/units/unit-states';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatDate } from '../../../../formats.ts';
import type { ChosenModel } from '../model-picker.tsx';
import { applyStep, deliver, type Screen } from './receive-device.ts';
import { isHere, openFor, otherModels } from './receive-table.ts';

/** Takes one code: an answer to the open question, a bin, a box, the label of a device, or a number for the desk. */
export async function takeCode(screen: Screen, code: string, captured: CaptureMethod): Promise<void> {
  await deliver(screen);
  const { desk, returning, arriving } = screen.now();
  if (returning) return screen.say({ tone: 'ask', text: 'Answer first: another purchase, or put it aside?' });
  if (arriving) return screen.say({ tone: 'ask', text: 'Answer first: did the device come back?' });
  if (desk?.question) return applyStep(screen, takeScan(desk, { code, isTyped: captured === 'typed' }));
  const { result } = await api.scanCode({ query: { code } });
  if (result.kind === 'place') {
    screen.change({ place: result.value });
    return screen.say({ tone: 'good', text: `Bin ${result.value}, until you scan another.` });
  }
  if (result.kind === 'model') return screen.say(takeBox(screen, result));
  const owners = result.units.filter(({ identifiers }) => isLabel(result) || isOwner(result, identifiers));
  const expected = owners.find(({ state }) => state === 'expected');
  if (expected) return takeExpected(screen, expected, { code, captured, result });
  const away = isTableEmpty(screen) ? owners.find(isWithBuyer) : undefined;
  if (away && away.state !== 'sold') return takeBack(screen, away, captured);
  if (away && away.number !== screen.now().bought) {
    screen.change({ arriving: { code, captured, result, kind: null, unit: away } });
    return screen.say({ tone: 'ask', text: soldText(away), unit: away.number });
  }
  const here = owners.find(({ state }) => !hasDeparted(state));
  if (result.kind === 'unit' && owners[0]) return screen.say(isHere(owners[0]));
  if (!desk && here) return screen.say(isHere(here));
  const [gone] = owners;
  if (gone && !here) screen.change({ departed: { ...screen.now().departed, [result.value]: gone } });
  return takeNumber(screen, { code, captured, result, owner: here });
}

const isTableEmpty = (screen: Screen) => {
  const { desk, early } = screen.now();
  return early === null && (desk?.table.length ?? 0) === 0;
};

/** True for a device that its order has, sent or in hand. */
const isWithBuyer = ({ state, order }: Unit) => order !== null && state !== 'allocated';

const soldText = ({ number, order, stateSince }: Unit) =>
  `${number} was sold with order ${order} and delivered on ${formatDate(stateSince)}. Did it come back?`;

function arrivalText({ unit, order, outcome, return: returnNumber }: Arrival): string {
  const from = returnNumber === null ? `from order ${order}` : `with return ${returnNumber}`;
  const next =
    outcome === 'returned'
      ? 'It is yours again: move it to the bench.'
      : returnNumber === null
        ? 'It stays with that order until you refund or cancel it, or send it back.'
        : 'It is recorded there and waits for a decision.';
  return `${unit.number} came back ${from}. ${next}`;
}

/** Takes a device back from its order, and says what waits. */
export async function takeBack(screen: Screen, { number }: Unit, captured: CaptureMethod): Promise<void> {
  const { place } = screen.now();
  const arrival = await api.takeBackDevice({ body: { code: number, captured, place } });
  screen.change({ arriving: null });
  screen.say({
    tone: 'good',
    text: arrivalText(arrival),
    unit: arrival.unit.number,
    return: arrival.outcome === 'in-hand' ? (arrival.return ?? undefined) : undefined,
  });
  screen.refresh();
}

/** Goes on with a device that its buyer sold to the shop. */
export async function takeBought(screen: Screen): Promise<void> {
  const { arriving } = screen.now();
  if (!arriving) return;
  const { unit, code, captured, result } = arriving;
  screen.change({
    arriving: null,
    bought: unit.number,
    departed: { ...screen.now().departed, [result.value]: unit },
  });
  openModelOf(screen, unit);
  if (isLabel(result))
    return screen.say({ tone: 'neutral', text: 'Scan the numbers that its maker gave it.' });
  return takeNumber(screen, { code, captured, result, isModelChosen: true });
}

const isLabel = ({ kind }: ScanResult) => kind === 'unit';
const isOwner = ({ value }: ScanResult, identifiers: Unit['identifiers']) =>
  identifiers.some((known) => known.value === value);

type Scanned = {
  code: string;
  captured: CaptureMethod;
  result: ScanResult;
  owner?: Unit | undefined;
  isModelChosen?: boolean;
};

async function takeNumber(
  screen: Screen,
  { code, captured, result, owner, isModelChosen = false }: Scanned,
): Promise<void> {
  const others = owner || isModelChosen ? [] : otherModels(result, screen.now().model);
  const isEmpty = (screen.now().desk?.table.length ?? 0) === 0;
  const [only, ...more] = others;
  if (only && isEmpty && screen.now().early === null) {
    if (more.length > 0 || !screen.now().model) screen.change({ model: null, candidates: others });
    if (more.length === 0) openModel(screen, { known: only });
  }
  const { desk, model } = screen.now();
  if (!desk || !model) return screen.say(takeEarly(screen, { code, captured, result }));
  if (captured === 'typed') screen.change({ captured });
  const isOtherModel = others.length > 0 && !isEmpty;
  const isTyped = captured === 'typed';
  const step = takeScan(desk, { code, isTyped, isOtherModel, ...(owner && { owner: owner.number }) });
  if (!owner || step.tone !== 'bad') return applyStep(screen, step);
  // The shop knows where the device is.
  const { text, unit } = isHere(owner);
  const rest = step.text.replace(`This is ${owner.number} already.`, '');
  await applyStep(screen, { ...step, text: text + rest }, unit);
}

/** Keeps the first number of a device until its model is chosen; nothing else counts before. */
function takeEarly(screen: Screen, { code, captured, result }: Scanned): Feedback {
  const { early, candidates } = screen.now();
  const reading = readAtDesk(code, {}, []);
  if (reading.is === 'stranger' || reading.is === 'unreadable') return { tone: 'bad', text: reading.text };
  if (early && early.code !== code)
    return { tone: 'bad', text: 'Choose the model first, then scan this number again.' };
  const kind = (reading.is === 'numbers' ? reading.numbers[0]?.kind : reading.number.kind) ?? null;
  screen.change({ early: { code, captured, result, kind } });
  const text = candidates.length > 0 ? 'Choose the model.' : 'Which model is it?';
  return { tone: 'ask', text };
}

/** Sets the model; the desk begins a run of its devices. */
function openModel(screen: Screen, model: ChosenModel): void {
  screen.change({ model, candidates: [], desk: openFor(model, screen.now()) });
}

/** Sets the model that the shop knows of the device. */
function openModelOf(screen: Screen, { model }: Unit): void {
  const known: ModelChoice = { ...model, product: null };
  if (screen.now().model?.known?.key !== known.key) openModel(screen, { known });
}

/** Takes the number that waited for the model. */
export async function chooseModel(screen: Screen, model: ChosenModel): Promise<void> {
  openModel(screen, model);
  const { early } = screen.now();
  screen.change({ early: null });
  if (early) return takeNumber(screen, { ...early, isModelChosen: true });
  screen.say({ tone: 'neutral', text: 'Now scan the device.' });
}

/** A box says which model comes next. On a table that is not empty, its barcode changes nothing. */
function takeBox(screen: Screen, { value, models }: ScanResult): Feedback {
  const { desk, model, early } = screen.now();
  if (early || (desk?.table.length ?? 0) > 0)
    return { tone: 'bad', text: 'This is the barcode of a box. Nothing changes.' };
  const isSame = models.some(({ key }) => key !== null && key === model?.known?.key);
  const [only, ...others] = models;
  if (isSame || (only && others.length === 0)) {
    if (!isSame && only) openModel(screen, { known: only });
    const name = isSame ? model?.known?.name : only?.name;
    return { tone: 'neutral', text: `Box of ${name}. Now scan the device.` };
  }
  if (models.length === 0 && model) {
    const text = 'This is the barcode of a box that the shop does not know. Nothing changes.';
    return { tone: 'bad', text };
  }
  screen.change({ gtin: value, model: null, candidates: models });
  const text =
    models.length > 0
      ? 'Several models come in this box. Choose one.'
      : 'A new box. Choose the model in it; the shop remembers it.';
  return { tone: 'ask', text };
}

/** A device of a manifest that has all its numbers is received by one of them; others are scanned as usual. */
async function takeExpected(screen: Screen, unit: Unit, scanned: Scanned): Promise<void> {
  const isOther = screen.now().model?.known?.key !== unit.model.key;
  const isEmpty = (screen.now().desk?.table.length ?? 0) === 0;
  if (isOther && isEmpty) openModelOf(screen, unit);
  const { desk } = screen.now();
  if (desk && unit.missing.length === 0 && unit.identifiers.length > 0) {
    if (isOther) openModelOf(screen, unit);
    return applyStep(screen, takeKnown(screen.now().desk ?? desk, unit.identifiers));
  }
  if (isLabel(scanned.result)) {
    const numbers = unit.model.identifiers.map((kind) => identifierLabels[kind]).join(' and ');
    return screen.say({ tone: 'neutral', text: `${unit.number} is expected. Scan its ${numbers}.` });
  }
  const isTyped = scanned.captured === 'typed';
  if (desk) {
    const scan = { code: scanned.code, isTyped, isOtherModel: isOther && !isEmpty };
    await applyStep(screen, takeScan(desk, scan));
  }
}
