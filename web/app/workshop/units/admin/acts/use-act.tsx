import type { UnitAction } from '@reprise/contract/workshop/units/acts';
import type { Unit, UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { useRef, useState } from 'react';
import { api } from '../../../../api/browser-api.ts';
import { runBulk } from '../../../../catalog/products/admin/bulk/run-bulk.ts';
import { formatCount } from '../../../../formats.ts';

type Started = { key: string; id: string; left: string[]; outcomes: UnitOutcome[] };
type Progress = { done: number; total: number };

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

/**
 * Does the same change of devices in batches under one number. After a failure the same call goes on where it ended:
 * the shop records nothing twice for a device of the act.
 */
export function useAct() {
  const started = useRef<Started | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const run = async (units: Unit[], action: UnitAction): Promise<{ outcomes: UnitOutcome[] }> => {
    const ids = units.map(({ id }) => id);
    const key = JSON.stringify([action, ids]);
    if (started.current?.key !== key) {
      const { act } = await api.startUnitAct({ body: action }, { idempotencyKey: crypto.randomUUID() });
      started.current = { key, id: act.id, left: ids, outcomes: [] };
    }
    const act = started.current;
    const show = (rows: readonly UnitOutcome[]) =>
      setProgress({ done: act.outcomes.length + rows.length, total: ids.length });
    show([]);
    const result = await runBulk<UnitOutcome>({
      ids: act.left,
      send: async (batch) =>
        (await api.runUnitAct({ params: { id: act.id }, body: { ids: batch } })).outcomes,
      onProgress: ({ rows }) => show(rows),
      isStopped: () => false,
      wait: pause,
    });
    act.outcomes.push(...result.rows);
    act.left = [...result.unknown, ...result.notSent];
    if (result.failure !== null) throw result.failure;
    started.current = null;
    setProgress(null);
    return { outcomes: act.outcomes };
  };
  return { run, progress };
}

/** Progress of an act of more than one batch, and how far one came that broke off. */
export function ActProgress({ progress }: { progress: Progress | null }) {
  if (progress === null || progress.total <= 100) return null;
  const { done, total } = progress;
  return (
    <div className="grid gap-2">
      <progress className="progress" max={total} value={done} aria-label="Devices done" />
      <p role="status" className="tabular text-sm">
        {formatCount(done)} of {formatCount(total)} devices done. If it breaks off, press the button again:
        the rest follows.
      </p>
    </div>
  );
}
