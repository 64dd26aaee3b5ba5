import { isAnsweredByEye } from '@reprise/contract/workshop/receiving/desk-state';
import {
  answerQuestion,
  askWithout,
  clearTable,
  forgetDevice,
} from '@reprise/contract/workshop/receiving/receive-desk';
import type { CaptureMethod, Unit } from '@reprise/contract/workshop/units/unit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { beep } from '../../../../admin-ui/scan/beep.ts';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { useQueue } from '../../../../admin-ui/scan/use-queue.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import type { ChosenModel } from '../model-picker.tsx';
import { readLot } from './lot-picker.tsx';
import { applyStep, deliver, type Screen, undo } from './receive-device.ts';
import { emptyTable, type Table } from './receive-table.ts';
import { chooseModel, takeBack, takeBought, takeCode } from './take-code.ts';

/** Backspace undoes a receive this long, so that a forgotten key takes nothing back later. */
const undoByKeyMs = 10_000;

function useScreen() {
  const [table, setTable] = useState<Table>(emptyTable);
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  const newest = useRef(table);
  const queries = useQueryClient();
  const { search } = useLocation();
  // Once, when the storage of the browser can be read: afterwards the picker decides.
  useEffect(() => {
    newest.current = { ...newest.current, lot: readLot(search) };
    setTable(newest.current);
  }, [search]);
  const screen: Screen = {
    now: () => newest.current,
    change: (changes) => {
      newest.current = { ...newest.current, ...changes };
      setTable(newest.current);
    },
    say: (next) => {
      if (next && next.tone !== 'neutral') beep(next.tone);
      setFeedback(next);
    },
    refresh: () => {
      void queries.invalidateQueries({ queryKey: ['lots'] });
      void queries.invalidateQueries({ queryKey: ['units'] });
    },
  };
  return { table, feedback, screen };
}

/** Receives units by scan, one after the other. */
export function useReceive() {
  const { table, feedback, screen } = useScreen();
  const { now, change, say } = screen;
  const queue = useQueue((error) => say({ tone: 'bad', text: messageOf(error, noResponse('enter')) }));
  return {
    ...table,
    feedback,
    isBusy: queue.isBusy,
    scan: (code: string, captured: CaptureMethod) => queue.enqueue(() => takeCode(screen, code, captured)),
    chooseModel: (model: ChosenModel) => queue.enqueue(() => chooseModel(screen, model)),
    /** Leaves the model; the numbers on the table are listed. */
    leaveModel: () => {
      const { desk } = now();
      change({ model: null, candidates: [], desk: desk && clearTable({ ...desk, question: null }) });
    },
    enter: () => queue.enqueue(() => enter(screen)),
    yes: () => queue.enqueue(() => sayYes(screen)),
    /** The sold device on the table was bought from its buyer. */
    buy: () => queue.enqueue(() => takeBought(screen)),
    no: () => queue.enqueue(() => sayNo(screen)),
    undo: (unit: Unit) => queue.enqueue(() => undo(screen, unit)),
    undoLast: () => queue.enqueue(() => undoLast(screen)),
    setLot: (lot: string) => change({ lot }),
    clearPlace: () => change({ place: '' }),
  };
}

/** Enter in the empty field: sends what got no answer, or asks about a device without all its numbers. */
async function enter(screen: Screen): Promise<void> {
  const { desk, unsent } = screen.now();
  if (unsent) return deliver(screen);
  if (desk && !desk.question && desk.table.length > 0) await applyStep(screen, askWithout(desk));
}

async function sayYes(screen: Screen): Promise<void> {
  const { desk, returning, arriving } = screen.now();
  if (arriving) return takeBack(screen, arriving.unit, arriving.captured);
  if (returning) {
    const { unit: _unit, ...outgoing } = returning;
    screen.change({ returning: null, unsent: outgoing });
    return deliver(screen, undefined, true);
  }
  if (desk?.question && isAnsweredByEye(desk.question)) await applyStep(screen, answerQuestion(desk, true));
}

async function sayNo(screen: Screen): Promise<void> {
  const { desk, returning, arriving, early } = screen.now();
  if (arriving) {
    screen.change({ arriving: null });
    return screen.say({ tone: 'neutral', text: 'It stays with its buyer. Put it aside.' });
  }
  if (returning) {
    screen.change({ returning: null, desk: desk && forgetDevice(desk, returning.numbers, true) });
    return screen.say({ tone: 'neutral', text: 'It is not received. Put it aside.' });
  }
  if (desk?.question) return applyStep(screen, answerQuestion(desk, false));
  if (early) screen.change({ early: null, candidates: [] });
  if (desk && desk.table.length > 0) screen.change({ desk: clearTable(desk) });
  if (early || (desk && desk.table.length > 0))
    screen.say({ tone: 'neutral', text: 'The table is empty. Scan the next device.' });
}

async function undoLast(screen: Screen): Promise<void> {
  const { desk, received, receivedAt, returning, arriving } = screen.now();
  if (returning || arriving || desk?.question) return;
  const [last] = received;
  if (desk && desk.table.length > 0) {
    screen.change({ desk: { ...desk, table: desk.table.slice(0, -1) } });
    screen.say({ tone: 'neutral', text: 'The last number is taken back.' });
  } else if (last && Date.now() - receivedAt < undoByKeyMs) await undo(screen, last);
}
