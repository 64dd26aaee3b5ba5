import { type IdentifierKind, identifierLabels } from '@reprise/contract/units/identifiers';
import type { ModelChoice, ScanResult, Unit } from '@reprise/contract/units/unit';
import { departureLabels, unitStateLabels } from '@reprise/contract/units/unit-states';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { formatDate } from '../../../../formats.ts';
import type { ChosenModel } from '../model-picker.tsx';

/** The device on the table: its numbers are being scanned, and it is not received yet. */
export type PendingUnit = {
  /** Idempotency-Key of the call that receives it. */
  key: string;
  identifiers: { kind: IdentifierKind; value: string }[];
  gtin: string;
  model: ChosenModel | null;
  /** Models that its codes suggest. */
  candidates: ModelChoice[];
  /** Unit that had one of the identifiers and has left. */
  earlier: Unit | null;
  captured: 'scan' | 'typed';
};

/** Starts with the model of the previous device; its codes may suggest another. */
export function emptyUnit(model: ChosenModel | null): PendingUnit {
  const key = crypto.randomUUID();
  return { key, identifiers: [], gtin: '', model, candidates: [], earlier: null, captured: 'scan' };
}

type Taken = { pending: PendingUnit; feedback: Feedback };

/** Adds a scanned code to the pending unit, or says why not. */
export function takeCode(pending: PendingUnit, result: ScanResult): Taken {
  if (result.kind === 'fault') return { pending, feedback: { tone: 'bad', text: result.fault } };
  if (result.kind === 'unit') {
    const [unit] = result.units;
    if (unit?.state === 'expected') return takeExpected(pending, unit, unit.identifiers);
    return { pending, feedback: isHere(unit) };
  }
  if (result.kind === 'model') return takeBox(pending, result);
  return result.identifier
    ? takeIdentifier(pending, result, result.identifier)
    : { pending, feedback: ignored };
}

const ignored: Feedback = { tone: 'bad', text: 'This code is not known. Scan a serial number or an IMEI.' };

function isHere(unit: Unit | undefined): Feedback {
  if (!unit) return ignored;
  const where = unit.goneAs ? departureLabels[unit.goneAs] : unitStateLabels[unit.state];
  return { tone: 'bad', text: `This is ${unit.number} already: ${where.toLowerCase()}.`, unit: unit.number };
}

function takeBox(pending: PendingUnit, { value, models }: ScanResult): Taken {
  const [only, ...others] = models;
  if (only && others.length === 0) {
    const text = `Box of ${only.name}. Now scan the device.`;
    return {
      pending: { ...pending, gtin: value, model: { known: only } },
      feedback: { tone: 'neutral', text },
    };
  }
  const text =
    models.length > 0
      ? 'Several models come in this box. Choose one.'
      : 'A new box. Choose the model in it; the shop remembers it.';
  return {
    pending: { ...pending, gtin: value, model: null, candidates: models },
    feedback: { tone: 'neutral', text },
  };
}

function takeIdentifier(pending: PendingUnit, result: ScanResult, scanned: IdentifierKind): Taken {
  const { value, units, models } = result;
  const owner = units.find(({ identifiers }) => identifiers.some((known) => known.value === value));
  if (owner?.state === 'expected') return takeExpected(pending, owner, [{ kind: scanned, value }]);
  if (owner && owner.state !== 'gone') return { pending, feedback: isHere(owner) };
  if (pending.identifiers.some((known) => known.value === value)) {
    return { pending, feedback: { tone: 'bad', text: 'This number is scanned already. Scan the next one.' } };
  }
  const kind = freeKind(pending, scanned);
  if (kind === null) {
    const text = `This device has a ${identifierLabels[scanned]} already. Receive it first, or clear it.`;
    return { pending, feedback: { tone: 'bad', text } };
  }
  const identifiers = [...pending.identifiers, { kind, value }];
  const earlier = owner ?? pending.earlier;
  const taken = withModels({ ...pending, identifiers, earlier }, models);
  return { pending: taken, feedback: nextStep(taken) };
}

/** Takes a device of a manifest: its model and its other numbers are known. */
function takeExpected(pending: PendingUnit, unit: Unit, scanned: PendingUnit['identifiers']): Taken {
  const kinds = pending.identifiers.map(({ kind }) => kind);
  const known = [...scanned, ...unit.identifiers].filter(
    ({ kind, value }, index, all) =>
      !kinds.includes(kind) &&
      all.findIndex((other) => other.kind === kind || other.value === value) === index,
  );
  const identifiers = [...pending.identifiers, ...known];
  const model = { known: { ...unit.model, product: null } };
  const taken = { ...pending, identifiers, model, candidates: [], earlier: null };
  return { pending: taken, feedback: nextStep(taken) };
}

/** A second IMEI is the one of the second SIM. */
function freeKind({ identifiers }: PendingUnit, scanned: IdentifierKind): IdentifierKind | null {
  const has = (kind: IdentifierKind) => identifiers.some((known) => known.kind === kind);
  if (!has(scanned)) return scanned;
  return scanned === 'imei' && !has('imei2') ? 'imei2' : null;
}

/** Takes the model that the IMEI suggests; one of several must be chosen, unless the present one is among them. */
function withModels(pending: PendingUnit, models: ModelChoice[]): PendingUnit {
  const [only, ...others] = models;
  if (!only) return pending;
  if (models.some(({ key }) => key === pending.model?.known?.key)) return { ...pending, candidates: [] };
  if (others.length === 0) return { ...pending, model: { known: only }, candidates: [] };
  return { ...pending, model: null, candidates: models };
}

/** Identifiers that the model should have and that are not scanned yet. */
export function missingKinds({ model, identifiers }: PendingUnit): IdentifierKind[] {
  const wanted = model?.known?.identifiers ?? [];
  return wanted.filter((kind) => !identifiers.some((known) => known.kind === kind));
}

/** True once the unit can be received without another question. */
export function isComplete(pending: PendingUnit): boolean {
  const { model, identifiers, earlier } = pending;
  return model !== null && identifiers.length > 0 && earlier === null && missingKinds(pending).length === 0;
}

export function nextStep(pending: PendingUnit): Feedback {
  const { earlier, model, candidates } = pending;
  if (earlier?.goneAs) {
    const left = `${earlier.number} left on ${formatDate(earlier.stateSince)} (${departureLabels[earlier.goneAs].toLowerCase()}).`;
    return {
      tone: 'neutral',
      text: `${left} Receive it as another purchase, or bring it back.`,
      unit: earlier.number,
    };
  }
  if (model === null) {
    return { tone: 'neutral', text: candidates.length > 0 ? 'Choose the model.' : 'Which model is it?' };
  }
  const [missing] = missingKinds(pending);
  if (missing) {
    const text = `Now scan the ${identifierLabels[missing]}, or press Enter to receive it without.`;
    return { tone: 'neutral', text };
  }
  return { tone: 'neutral', text: 'Receiving …' };
}
