import type { Category } from '@reprise/contract/catalog/products/product';
import { type BulkChange, type BulkRow, bulkLimit } from '@reprise/contract/catalog/products/products-admin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { formatCount } from '../../../../formats.ts';
import { useStoreSettings } from '../../../../foundations/settings/store-settings.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { useLastValue } from '../../../../ui/overlays/use-dialog.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import {
  BulkChangeFields,
  type BulkDraft,
  type BulkKind,
  blankDraft,
  changeOf,
} from './bulk-change-fields.tsx';
import { BulkIntroduction } from './bulk-introduction.tsx';
import type { CategoryNames } from './bulk-labels.ts';
import { BulkRows } from './bulk-rows.tsx';
import { type BulkProgress, countOutcomes, runBulk } from './run-bulk.ts';

const products = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;

/** Requested bulk action and the ids of its products. */
export type BulkRequest = {
  kind: BulkKind;
  archived?: boolean;
  published?: boolean;
  ids: string[];
  /** Filters of the list in words, if the products are all that match. */
  matching?: string;
};

type BulkDialogProps = {
  bulkRequest: BulkRequest | null;
  categories: Category[] | undefined;
  onClose: (done: boolean) => void;
};

/** Bulk change of products: preview, progress, results and undo. */
export function BulkDialog({ bulkRequest, categories, onClose }: BulkDialogProps) {
  const [busy, setBusy] = useState(false);
  const done = useRef(false);
  const close = () => {
    if (busy) return;
    onClose(done.current);
    done.current = false;
  };
  const title = useLastValue(bulkRequest && titleOf(bulkRequest));
  return (
    <Modal open={bulkRequest !== null} onClose={close} size="lg" title={title ?? ''}>
      {bulkRequest && (
        <BulkSteps
          bulkRequest={bulkRequest}
          categories={categories}
          onBusy={setBusy}
          onDone={() => {
            done.current = true;
          }}
          onClose={close}
        />
      )}
    </Modal>
  );
}

function titleOf({ kind, archived, published, ids }: BulkRequest): string {
  if (kind === 'publish')
    return published ? `Publish ${products(ids.length)}` : `Set ${products(ids.length)} to draft`;
  if (kind === 'delete') return `Delete ${products(ids.length)}`;
  if (kind === 'archive') return `${archived ? 'Archive' : 'Restore'} ${products(ids.length)}`;
  return `Change ${products(ids.length)}`;
}

type BulkStepsProps = {
  bulkRequest: BulkRequest;
  categories: Category[] | undefined;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
  onClose: () => void;
};

function BulkSteps({ bulkRequest, categories, onBusy, onDone, onClose }: BulkStepsProps) {
  const [draft, setDraft] = useState<BulkDraft>({
    ...blankDraft,
    kind: bulkRequest.kind,
    archived: bulkRequest.archived ?? true,
    published: bulkRequest.published ?? true,
    timeZone: useStoreSettings()?.timeZone ?? 'UTC',
  });
  const change = changeOf(draft);
  const run = useRun(onBusy, onDone);
  const names: CategoryNames = new Map((categories ?? []).map(({ id, name }) => [id, name]));
  if (run.progress) {
    return <Outcome run={run} names={names} onClose={onClose} />;
  }
  const start = () => change && run.start(bulkRequest.ids, change);
  return (
    <div className="grid gap-4">
      {bulkRequest.matching && (
        <p className="text-sm">
          All {products(bulkRequest.ids.length)} that match: {bulkRequest.matching}.
        </p>
      )}
      <BulkIntroduction {...draft} />
      {!kindsWithoutFields.has(bulkRequest.kind) && (
        <BulkChangeFields
          draft={draft}
          categories={categories}
          onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        />
      )}
      <Preview ids={bulkRequest.ids} change={change} names={names} />
      <Footer>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={draft.kind === 'delete' ? 'danger' : 'primary'}
          disabled={change === null}
          onClick={start}
        >
          {titleOf({ ...bulkRequest, kind: draft.kind })}
        </Button>
      </Footer>
    </div>
  );
}

/** Deleting is final, and a sale is ended by another change. */
const kindsWithoutUndo = new Set<BulkKind>(['delete', 'sale', 'sale-price', 'end-sale']);

const kindsWithoutFields = new Set<BulkKind>(['delete', 'archive', 'publish']);

function Footer({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-5 py-3">
      {children}
    </div>
  );
}

const debounceMs = 300;

/** Shows a dry run of the change by the API. */
function Preview({ ids, change, names }: { ids: string[]; change: BulkChange | null; names: CategoryNames }) {
  const typed = JSON.stringify(change);
  const settled = useDebounced(typed, debounceMs) === typed ? change : null;
  const sample = ids.slice(0, bulkLimit);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['bulk-preview', sample, settled],
    queryFn: async ({ signal }) => {
      if (!settled) return null;
      return api.bulkEditProducts({ body: { products: sample, change: settled, dryRun: true } }, { signal });
    },
    enabled: settled !== null,
    gcTime: 0,
    staleTime: 0,
  });
  if (change === null) {
    return (
      <p className="text-ink-muted text-sm">Fill in the change to see what it does, product by product.</p>
    );
  }
  if (error) {
    return (
      <FormFailure>
        {messageOf(error, 'The preview failed. Nothing was changed.')}{' '}
        <button type="button" className="font-semibold underline" onClick={() => refetch()}>
          Try again
        </button>
      </FormFailure>
    );
  }
  if (!data) {
    return (
      <p className="min-h-24 text-ink-muted text-sm">
        <Spinner label="Loading the preview" />
      </p>
    );
  }
  const { changed, unchanged, refused } = countOutcomes(data.rows);
  return (
    <section aria-label="Preview" aria-busy={isFetching} className="grid gap-2">
      <p role="status" className="text-sm">
        {ids.length > bulkLimit && `Of the first ${bulkLimit}: `}
        <b>{formatCount(changed)} change</b>
        {unchanged > 0 && `, ${formatCount(unchanged)} unchanged`}
        {refused > 0 && <span className="text-bad-text">, {formatCount(refused)} cannot be changed</span>}.
      </p>
      <BulkRows rows={data.rows} names={names} deletes={change.kind === 'delete'} />
    </section>
  );
}

type Run = ReturnType<typeof useRun>;

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

function useRun(onBusy: (busy: boolean) => void, onDone: () => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [running, setRunning] = useState(false);
  const [undone, setUndone] = useState(false);
  const [change, setChange] = useState<BulkChange | null>(null);
  const stopped = useRef(false);
  const changeIds = useRef(new Map<string, string>());
  useConfirmWhile(running);

  const runAll = async (ids: string[], send: (ids: string[]) => Promise<BulkRow[]>) => {
    stopped.current = false;
    setRunning(true);
    onBusy(true);
    setProgress({ total: ids.length, rows: [], unknown: [], notSent: ids, failure: null });
    const isStopped = () => stopped.current;
    setProgress(await runBulk({ ids, send, onProgress: setProgress, isStopped, wait: pause }));
    setRunning(false);
    onBusy(false);
    onDone();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk-preview' });
  };

  return {
    progress,
    running,
    undone,
    change,
    stop: () => {
      stopped.current = true;
    },
    start: (ids: string[], next: BulkChange) => {
      setChange(next);
      let lastChangeId: string | null = null;
      return runAll(ids, async (batch) => {
        const { rows, changeId } = await api.bulkEditProducts({
          body: { products: batch, change: next, ...(lastChangeId && { continues: lastChangeId }) },
        });
        if (changeId) {
          lastChangeId = changeId;
          for (const { id } of rows) changeIds.current.set(id, changeId);
        }
        return rows;
      });
    },
    undo: () => {
      const changed = progress?.rows.filter(({ outcome }) => outcome === 'changed') ?? [];
      setUndone(true);
      return runAll(
        changed.map(({ id }) => id),
        (batch) => undoBatch(changeIds.current, batch),
      );
    },
  };
}

/** Undoes a batch of the products that one or more recorded changes have. */
async function undoBatch(changeIds: ReadonlyMap<string, string>, batch: string[]): Promise<BulkRow[]> {
  const rows: BulkRow[] = [];
  for (const id of new Set(batch.map((product) => changeIds.get(product) ?? ''))) {
    const products = batch.filter((product) => changeIds.get(product) === id);
    rows.push(...(await api.undoBulkChange({ params: { id }, body: { products } })).rows);
  }
  return rows;
}

function useConfirmWhile(running: boolean) {
  useEffect(() => {
    if (!running) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
}

function Outcome({ run, names, onClose }: { run: Run; names: CategoryNames; onClose: () => void }) {
  const { progress, running, undone, change } = run;
  if (!progress) return null;
  const { total, rows, unknown, notSent, failure } = progress;
  const { changed, unchanged, refused } = countOutcomes(rows);
  const canUndo = !running && !undone && change !== null && !kindsWithoutUndo.has(change.kind) && changed > 0;
  const done = rows.length + unknown.length;
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <progress className="progress" max={total} value={done} aria-label="Products done" />
        <p role="status" className="tabular text-sm">
          {running
            ? `${formatCount(done)} of ${products(total)} done`
            : summaryOf({ undone, deleted: change?.kind === 'delete', changed, unchanged, refused })}
        </p>
      </div>
      {failure !== null && (
        <FormFailure>
          <p>{messageOf(failure)}</p>
          {unknown.length > 0 && (
            <p>
              {products(unknown.length)} may or may not have been changed. Check them before you try again.
            </p>
          )}
        </FormFailure>
      )}
      {notSent.length > 0 && !running && <p className="text-sm">{products(notSent.length)} unchanged.</p>}
      {!running && refused > 0 && (
        <section aria-label="Could not be changed" className="grid gap-2">
          <h3 className="font-semibold text-sm">Could not be changed</h3>
          <BulkRows rows={rows.filter(({ outcome }) => outcome === 'refused')} names={names} />
        </section>
      )}
      <Footer>
        {running ? (
          <Button variant="outline" onClick={run.stop}>
            Stop after this batch
          </Button>
        ) : (
          <>
            {canUndo && (
              <Button variant="outline" onClick={run.undo}>
                Undo {products(changed)}
              </Button>
            )}
            <Button onClick={onClose}>Done</Button>
          </>
        )}
      </Footer>
    </div>
  );
}

type Summary = { undone: boolean; deleted: boolean; changed: number; unchanged: number; refused: number };

function summaryOf({ undone, deleted, changed, unchanged, refused }: Summary): string {
  const verb = deleted ? 'deleted' : undone ? 'restored' : 'changed';
  const parts = [
    `${products(changed)} ${verb}`,
    unchanged > 0 && `${formatCount(unchanged)} unchanged`,
    refused > 0 && `${formatCount(refused)} failed`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
