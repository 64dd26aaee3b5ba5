import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import type { Packing, PackingLine } from '@reprise/contract/sales/orders/packing';
import { type IdentifierKind, identifierKinds } from '@reprise/contract/workshop/units/identifiers';
import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { beep } from '../../../../admin-ui/scan/beep.ts';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { useQueue } from '../../../../admin-ui/scan/use-queue.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { useCounted } from './use-counted.ts';

/** Devices of a line that were scanned. */
export const scannedOf = ({ devices }: PackingLine): number =>
  devices.filter(({ isAssumed }) => !isAssumed).length;

/** Devices that are still to be scanned, or that left without a scan. */
export const leftToScan = ({ lines }: Packing): number =>
  lines.reduce((sum, line) => sum + (line.isScanned ? line.quantity - scannedOf(line) : 0), 0);

type Scanned = { unit: string } | { product: string };

/** Number that no device has yet, and the model that waits for one. */
export type NewNumber = {
  code: string;
  captured: CaptureMethod;
  kind: IdentifierKind;
  value: string;
  model: string;
};

export type OfferedUpgrade = { code: string; captured: CaptureMethod; name: string; insteadOf: string };

/** Returns the upgrade that a refused scan offers. */
function upgradeOf(error: unknown, code: string, captured: CaptureMethod): OfferedUpgrade | null {
  if (problemCodeOf(error) !== 'WRONG_UNIT') return null;
  const { upgrade, insteadOf } = (error as Problem).details ?? {};
  if (typeof upgrade !== 'string' || typeof insteadOf !== 'string') return null;
  return { code, captured, name: upgrade, insteadOf };
}

/** Returns the number that a refused scan offers to record. */
function newNumberOf(error: unknown, code: string, captured: CaptureMethod): NewNumber | null {
  if (problemCodeOf(error) !== 'WRONG_UNIT') return null;
  const { newNumber, kind, model } = (error as Problem).details ?? {};
  const known = identifierKinds.find((one) => one === kind);
  if (typeof newNumber !== 'string' || typeof model !== 'string' || !known) return null;
  return { code, captured, kind: known, value: newNumber, model };
}

/** Updates the order on the packing table: with an answer, or by reading what another packer may have changed. */
function useShownPacking(orderNumber: string) {
  const queries = useQueryClient();
  const queryKey = ['packing', 'one', orderNumber];
  return {
    show: (packing: Packing) => {
      // A refetch that a refused scan started would show an earlier state.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, { packing });
      void queries.invalidateQueries({ queryKey: ['units'] });
    },
    refresh: () => void queries.invalidateQueries({ queryKey }),
  };
}

/** Packs and unpacks the devices of an order, one after the other. */
export function usePack(packing: Packing) {
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  // Packed and counted in this session, for Backspace.
  const scanned = useRef<Scanned[]>([]);
  const say = (next: Feedback) => {
    if (next.tone !== 'neutral') beep(next.tone);
    setFeedback(next);
  };
  const [upgrade, setUpgrade] = useState<OfferedUpgrade | null>(null);
  const [newNumber, setNewNumber] = useState<NewNumber | null>(null);
  const { show, refresh } = useShownPacking(packing.orderNumber);
  const queue = useQueue((error) => {
    say({ tone: 'bad', text: messageOf(error, noResponse('scan')) });
    refresh();
  });
  const counted = useCounted(packing.lines, say);
  const pack = async (code: string, captured: CaptureMethod, as: 'known' | 'new' | 'upgrade') => {
    setUpgrade(null);
    setNewNumber(null);
    const input = { params: { id: packing.id }, body: { code, captured, isNew: as === 'new' } };
    const answer = await (as === 'upgrade' ? api.upgradeDevice(input) : api.packDevice(input)).catch(
      (error) => {
        setUpgrade(upgradeOf(error, code, captured));
        setNewNumber(newNumberOf(error, code, captured));
        throw error;
      },
    );
    show(answer.packing);
    scanned.current.push({ unit: answer.device });
    const left = leftToScan(answer.packing);
    const isShort = answer.packing.lines.some(({ short }) => short > 0);
    const allScanned = isShort ? 'The order is still short.' : 'All devices are scanned.';
    const rest = left === 0 ? allScanned : `${left} to go.`;
    say({ tone: 'good', text: `${answer.device} is packed. ${rest}` });
  };
  const unpack = async (number: string) => {
    const answer = await api.unpackDevice({ params: { id: packing.id, unit: number } });
    show(answer.packing);
    scanned.current = scanned.current.filter((one) => !('unit' in one && one.unit === number));
    const isReserved = answer.packing.lines.some(({ chosen }) => chosen.some((one) => one.number === number));
    say({
      tone: 'neutral',
      text: isReserved
        ? `${number} is out of the parcel. It stays reserved for its buyer.`
        : `${number} is out of the order and on sale again.`,
    });
  };
  return {
    feedback,
    isBusy: queue.isBusy,
    taken: counted.taken,
    /** Better device that was scanned last and that the order can be changed to. */
    upgrade,
    sendUpgrade: ({ code, captured }: OfferedUpgrade) => queue.enqueue(() => pack(code, captured, 'upgrade')),
    /** Number that was scanned last, that no device has, and that one of the order can get. */
    newNumber,
    leaveNumber: () => setNewNumber(null),
    recordNumber: ({ code, captured }: NewNumber) => queue.enqueue(() => pack(code, captured, 'new')),
    scan: (code: string, captured: CaptureMethod) => {
      const product = counted.take(code);
      if (product === undefined) queue.enqueue(() => pack(code, captured, 'known'));
      else if (product !== null) scanned.current.push({ product });
    },
    unpack: (number: string) => queue.enqueue(() => unpack(number)),
    unpackLast: () => {
      const last = scanned.current.at(-1);
      if (last === undefined) return;
      if ('unit' in last) return queue.enqueue(() => unpack(last.unit));
      scanned.current.pop();
      counted.takeOut(last.product);
    },
  };
}
