import type { CaptureMethod, Unit } from '@reprise/contract/units/unit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { beep } from '../../../../admin-ui/scan/beep.ts';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { splitCodes } from '../../../../admin-ui/scan/split-codes.ts';
import { useQueue } from '../../../../admin-ui/scan/use-queue.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { type ChosenModel, toModelReference } from '../model-picker.tsx';
import { readLot } from './lot-picker.tsx';
import { emptyUnit, isComplete, nextStep, type PendingUnit, takeCode } from './pending-unit.ts';

/** Backspace undoes a receive this long, so that a forgotten key takes nothing back later. */
const undoByKeyMs = 10_000;

type Table = { pending: PendingUnit; place: string; lot: string; received: Unit[]; receivedAt: number };

/** State of the screen; `now` returns the newest, which work in the queue needs before the next render. */
function useTable() {
  const [table, setTable] = useState<Table>(() => ({
    pending: emptyUnit(null),
    place: '',
    lot: '',
    received: [],
    receivedAt: 0,
  }));
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  const newest = useRef(table);
  const { search } = useLocation();
  // Once, when the storage of the browser can be read: afterwards the picker decides.
  useEffect(() => {
    newest.current = { ...newest.current, lot: readLot(search) };
    setTable(newest.current);
  }, [search]);
  const change = (changes: Partial<Table>) => {
    newest.current = { ...newest.current, ...changes };
    setTable(newest.current);
  };
  const say = (next: Feedback | null) => {
    if (next && next.tone !== 'neutral') beep(next.tone);
    setFeedback(next);
  };
  return { table, feedback, change, say, now: () => newest.current };
}

/** Receives units by scan, one after the other. */
export function useReceive() {
  const { table, feedback, change, say, now } = useTable();
  const queries = useQueryClient();
  const queue = useQueue((error) => say({ tone: 'bad', text: messageOf(error, noResponse('enter')) }));

  const receive = async (again = false) => {
    const { pending, place, lot } = now();
    if (pending.model === null || pending.identifiers.length === 0) return;
    const unit = await sendReceive(pending, pending.model, { place, lot, again });
    change({
      pending: emptyUnit({ known: { ...unit.model, product: null } }),
      received: [unit, ...now().received.filter(({ id }) => id !== unit.id)],
      receivedAt: Date.now(),
    });
    say({ tone: 'good', text: `Received ${unit.number}, ${unit.model.name}${lotNote(unit, lot)}.` });
    void queries.invalidateQueries({ queryKey: ['lots'] });
    void queries.invalidateQueries({ queryKey: ['units'] });
  };
  const takeOne = async (code: string, captured: CaptureMethod) => {
    const { result } = await api.scanCode({ query: { code } });
    if (result.kind === 'place') {
      change({ place: result.value });
      return say({ tone: 'good', text: `Bin ${result.value}, until you scan another.` });
    }
    const taken = takeCode(now().pending, result);
    const wasTyped = captured === 'typed' && result.kind === 'identifier';
    change({ pending: wasTyped ? { ...taken.pending, captured } : taken.pending });
    if (isComplete(taken.pending) && taken.feedback.tone !== 'bad') return receive();
    say(taken.feedback);
  };
  const undo = async (unit: Unit) => {
    await api.undoReceiveUnit({ params: { id: unit.id }, body: {} });
    change({ received: now().received.filter(({ id }) => id !== unit.id) });
    const after =
      unit.lot && unit.lot.declared !== null ? 'It is expected again' : 'Its numbers are free again';
    say({ tone: 'neutral', text: `${unit.number} is taken back. ${after}.` });
    void queries.invalidateQueries({ queryKey: ['lots'] });
    void queries.invalidateQueries({ queryKey: ['units'] });
  };
  const undoLast = async () => {
    const { pending, received, receivedAt } = now();
    const [last] = received;
    if (pending.identifiers.length > 0) {
      change({ pending: { ...pending, identifiers: pending.identifiers.slice(0, -1), earlier: null } });
      say({ tone: 'neutral', text: 'The last number is taken back.' });
    } else if (last && Date.now() - receivedAt < undoByKeyMs) await undo(last);
  };
  const chooseModel = async (model: ChosenModel | null) => {
    const next = { ...now().pending, model, candidates: [] };
    change({ pending: next });
    if (isComplete(next)) return receive();
    if (model) say(nextStep(next));
  };

  return {
    ...table,
    feedback,
    isBusy: queue.isBusy,
    scan: (raw: string, captured: CaptureMethod) => {
      for (const code of splitCodes(raw)) queue.enqueue(() => takeOne(code, captured));
    },
    receiveAsIs: () => queue.enqueue(() => receive()),
    receiveAgain: () => queue.enqueue(() => receive(true)),
    chooseModel: (model: ChosenModel | null) => queue.enqueue(() => chooseModel(model)),
    undo: (unit: Unit) => queue.enqueue(() => undo(unit)),
    undoLast: () => queue.enqueue(undoLast),
    clear: () => {
      change({ pending: emptyUnit(now().pending.model) });
      say(null);
    },
    setLot: (lot: string) => change({ lot }),
    clearPlace: () => change({ place: '' }),
  };
}

/** Says which other lot a device belongs to, or that its manifest does not have it. */
function lotNote({ lot }: Unit, chosen: string): string {
  if (!lot) return '';
  if (lot.id !== chosen) return ` of lot ${lot.number}`;
  return lot.declared === null ? ', which is not on the manifest' : '';
}

/** Receives the pending unit once: the same key, sent again, returns the same unit. */
async function sendReceive(
  { identifiers, gtin, captured, key }: PendingUnit,
  model: ChosenModel,
  { place, lot, again }: { place: string; lot: string; again: boolean },
): Promise<Unit> {
  const device = { model: toModelReference(model), identifiers, gtin, captured };
  const body = { ...device, place, note: '', again, ...(lot && { lot }) };
  return (await api.receiveUnit({ body }, { idempotencyKey: key })).unit;
}
