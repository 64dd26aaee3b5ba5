import type { StockTakeDetail } from '@reprise/contract/workshop/units/stock-takes';
import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { beep } from '../../../../admin-ui/scan/beep.ts';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { useQueue } from '../../../../admin-ui/scan/use-queue.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';

/** Often enough to see what a colleague counts. */
const refreshMs = 5_000;

const keyOf = (id: string) => ['stock-takes', id];

/** The stock-take, read often while it is open, because colleagues may count, too. */
export const useStockTake = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.getStockTake({ params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.stockTake.state === 'open' ? refreshMs : false),
  });

/** Counts devices by scan, one after the other. */
export function useCount(id: string) {
  const queries = useQueryClient();
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  // Counted in this session, for Backspace.
  const scanned = useRef<string[]>([]);
  const say = (next: Feedback) => {
    if (next.tone !== 'neutral') beep(next.tone);
    setFeedback(next);
  };
  const queue = useQueue((error) => say({ tone: 'bad', text: messageOf(error, noResponse('scan')) }));
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(id) });
  const show = (stockTake: StockTakeDetail['stockTake']) => {
    queries.setQueryData<StockTakeDetail>(keyOf(id), (known) => known && { ...known, stockTake });
    void refresh();
  };
  const count = async (code: string, captured: CaptureMethod) => {
    const { stockTake, device, isExpected, isRepeated } = await api.countDevice({
      params: { id },
      body: { code, captured },
    });
    show(stockTake);
    if (!isRepeated) scanned.current.push(device.number);
    const name = `${device.number}, ${device.name}`;
    if (!isExpected) return say({ tone: 'bad', text: `${name}. ${device.advice}`, unit: device.number });
    const { found, expected } = stockTake.counts;
    const progress = `${found} of ${expected} found.`;
    say({
      tone: isRepeated ? 'neutral' : 'good',
      text: isRepeated ? `${name} was counted already. ${progress}` : `${name}. ${progress}`,
    });
  };
  const uncount = async (number: string) => {
    const { stockTake } = await api.uncountDevice({ params: { id, unit: number } });
    scanned.current = scanned.current.filter((one) => one !== number);
    show(stockTake);
    say({ tone: 'neutral', text: `The scan of ${number} is taken back.` });
  };
  const placeHere = async (device: { id: string; number: string }, place: string) => {
    const { outcomes } = await api.placeUnits({ body: { ids: [device.id], place } });
    const problem = outcomes.find((outcome) => outcome.problem !== '')?.problem;
    if (problem) say({ tone: 'bad', text: problem });
    else say({ tone: 'good', text: `${device.number} belongs in bin ${place} now.` });
    await refresh();
    void queries.invalidateQueries({ queryKey: ['units'] });
  };
  return {
    feedback,
    scan: (code: string, captured: CaptureMethod) => queue.enqueue(() => count(code, captured)),
    undoLast: () => {
      const last = scanned.current.at(-1);
      if (last !== undefined) queue.enqueue(() => uncount(last));
    },
    placeHere: (device: { id: string; number: string }, place: string) =>
      queue.enqueue(() => placeHere(device, place)),
  };
}
