import type { Packing } from '@reprise/contract/orders/packing';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import type { CaptureMethod } from '@reprise/contract/units/unit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { beep } from '../../../../admin-ui/scan/beep.ts';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { splitCodes } from '../../../../admin-ui/scan/split-codes.ts';
import { useQueue } from '../../../../admin-ui/scan/use-queue.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';

import { useCounted } from './use-counted.ts';

/** Devices that are still to be scanned. */
export const leftToScan = ({ lines }: Packing): number =>
  lines.reduce((sum, line) => sum + (line.isScanned ? line.quantity - line.devices.length : 0), 0);

type Scanned = { unit: string } | { product: string };

export type OfferedUpgrade = { code: string; captured: CaptureMethod; name: string; insteadOf: string };

/** Returns the upgrade that a refused scan offers. */
function upgradeOf(error: unknown, code: string, captured: CaptureMethod): OfferedUpgrade | null {
  if (problemCodeOf(error) !== 'WRONG_UNIT') return null;
  const { upgrade, insteadOf } = (error as Problem).details ?? {};
  if (typeof upgrade !== 'string' || typeof insteadOf !== 'string') return null;
  return { code, captured, name: upgrade, insteadOf };
}

/** Packs and unpacks the devices of an order, one after the other. */
export function usePack(packing: Packing) {
  const queries = useQueryClient();
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  // Packed and counted in this session, for Backspace.
  const scanned = useRef<Scanned[]>([]);
  const say = (next: Feedback) => {
    if (next.tone !== 'neutral') beep(next.tone);
    setFeedback(next);
  };
  const [upgrade, setUpgrade] = useState<OfferedUpgrade | null>(null);
  const queue = useQueue((error) => say({ tone: 'bad', text: messageOf(error, noResponse('scan')) }));
  const counted = useCounted(packing.lines, say);
  const show = (next: Packing) => {
    queries.setQueryData(['packing', 'one', packing.orderNumber], { packing: next });
    void queries.invalidateQueries({ queryKey: ['units'] });
  };
  const pack = async (code: string, captured: CaptureMethod, isUpgrade: boolean) => {
    setUpgrade(null);
    const input = { params: { id: packing.id }, body: { code, captured } };
    const answer = await (isUpgrade ? api.upgradeDevice(input) : api.packDevice(input)).catch((error) => {
      setUpgrade(upgradeOf(error, code, captured));
      throw error;
    });
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
    sendUpgrade: ({ code, captured }: OfferedUpgrade) => queue.enqueue(() => pack(code, captured, true)),
    scan: (raw: string, captured: CaptureMethod) => {
      // One label can carry several numbers of one device: the first is enough.
      const [code] = splitCodes(raw);
      if (code === undefined) return;
      const product = counted.take(code);
      if (product === undefined) queue.enqueue(() => pack(code, captured, false));
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
