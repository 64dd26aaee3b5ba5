import type { Lot } from '@reprise/contract/workshop/lots/lot';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import {
  type ManifestCheck,
  type ManifestField,
  manifestFieldLabels,
  manifestFields,
} from '@reprise/contract/workshop/lots/manifest';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ExportButton } from '../../../../admin-ui/export-button.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { formatCount, formatDate } from '../../../../formats.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TriangleAlert } from '../../../../ui/icons/lucide.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { ModelPicker, toModelReference } from '../../../units/admin/model-picker.tsx';
import { manifestKey } from './manifest-key.ts';

type ManifestProps = { lot: Lot; check: ManifestCheck };

const rowsText = (rows: number) => `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
const devicesText = (units: number) => `${formatCount(units)} ${units === 1 ? 'device' : 'devices'}`;

/** Calls that answer with the check as it is afterwards. */
function useManifestCall<Input>(
  lot: Lot,
  send: (input: Input) => Promise<{ manifest: ManifestCheck | null }>,
  onDone?: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      queries.setQueryData(manifestKey(lot.id), answer);
      onDone?.();
    },
  });
}

/** Result of the check with what to do next. */
export function ManifestResult({ lot, check }: ManifestProps) {
  return (
    <>
      <div role="status" className="text-sm">
        <p className="wrap-anywhere font-medium">{check.fileName}</p>
        <p className="text-ink-muted">
          {check.applied
            ? `${devicesText(check.units)} were added as expected.`
            : check.problem === '' &&
              `${rowsText(check.goodRows)} of ${formatCount(check.totalRows)} can be added: ${devicesText(check.units)}.`}{' '}
          {check.badRows > 0 && `${rowsText(check.badRows)} cannot.`}{' '}
          {check.skippedRows > 0 &&
            `${rowsText(check.skippedRows)} without an item, such as sums, ${check.skippedRows === 1 ? 'is' : 'are'} left out.`}
        </p>
      </div>
      {check.warnings.map((warning) => (
        <p key={warning} className="flex gap-2.5 rounded-control bg-warn-tint px-4 py-3 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn-text" aria-hidden="true" />
          {warning}
        </p>
      ))}
      {check.problem && <ProblemBox message={check.problem} />}
      {!check.applied && lot.state === 'open' && (
        <>
          <Columns key={check.columns.map(({ field }) => field).join()} lot={lot} check={check} />
          <UnknownModels lot={lot} check={check} />
        </>
      )}
      <Rejected lot={lot} check={check} />
      {!check.applied && lot.state === 'open' && <Actions lot={lot} check={check} />}
    </>
  );
}

function Actions({ lot, check }: ManifestProps) {
  const queries = useQueryClient();
  const apply = useManifestCall(
    lot,
    () => api.applyManifest({ params: { id: lot.id }, body: { again: check.appliedTo !== null } }),
    () => {
      notify('success', 'The devices are expected');
      void queries.invalidateQueries({ queryKey: ['lots'] });
      void queries.invalidateQueries({ queryKey: ['units'] });
    },
  );
  const discard = useManifestCall(lot, async () => {
    await api.deleteManifest({ params: { id: lot.id } });
    return { manifest: null };
  });
  const failed = apply.error ?? discard.error;
  return (
    <div className="grid gap-3">
      {failed && (
        <div role="alert">
          <ProblemBox message={messageOf(failed, noResponse('safe'))} />
        </div>
      )}
      {check.appliedTo && (
        <p className="flex gap-2.5 rounded-control bg-warn-tint px-4 py-3 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn-text" aria-hidden="true" />
          The same rows were added to lot {check.appliedTo.lot} on {formatDate(check.appliedTo.at)}. Add them
          again only if the supplier sent the goods twice.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={check.problem !== '' || check.goodRows === 0}
          loading={apply.isPending}
          onClick={() => apply.mutate(undefined)}
        >
          Add {devicesText(check.units)}
          {check.appliedTo && ' again'}
        </Button>
        <Button variant="outline" loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          Discard file
        </Button>
      </div>
    </div>
  );
}

function Columns({ lot, check }: ManifestProps) {
  const [fields, setFields] = useState(() => check.columns.map(({ field }) => field ?? 'ignored'));
  const assign = useManifestCall(lot, (columns: ManifestField[]) =>
    api.assignManifestColumns({ params: { id: lot.id }, body: { columns } }),
  );
  const isChanged = check.columns.some(({ field }, index) => (field ?? 'ignored') !== fields[index]);
  return (
    <details open={check.problem !== '' || check.warnings.length > 0 || undefined}>
      <summary className="min-h-6 cursor-pointer font-medium text-sm">
        Columns: {check.columns.filter(({ field }) => field && field !== 'ignored').length} of{' '}
        {check.columns.length} are read
      </summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {check.columns.map(({ name, samples }, index) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
            key={index}
            label={name}
            hint={samples.length > 0 ? `In the file: ${samples.join(', ')}` : 'Empty in the file.'}
            value={fields[index]}
            onChange={(event) => setFields(fields.with(index, event.target.value as ManifestField))}
          >
            {manifestFields.map((field) => (
              <option key={field} value={field}>
                {manifestFieldLabels[field]}
              </option>
            ))}
          </Select>
        ))}
      </div>
      {assign.isError && (
        <div role="alert" className="mt-3">
          <ProblemBox message={messageOf(assign.error, noResponse('retry'))} />
        </div>
      )}
      <Button
        className="mt-3"
        size="sm"
        variant="outline"
        disabled={!isChanged}
        loading={assign.isPending}
        onClick={() => assign.mutate(fields)}
      >
        Remember and check again
      </Button>
    </details>
  );
}

function UnknownModels({ lot, check }: ManifestProps) {
  const [words, setWords] = useState<string | null>(null);
  const close = () => setWords(null);
  const assign = useManifestCall(
    lot,
    (body: Parameters<typeof api.assignManifestModel>[0]['body']) =>
      api.assignManifestModel({ params: { id: lot.id }, body }),
    close,
  );
  const suggested = check.unknownModels.flatMap(({ words: of, suggestion }) =>
    suggestion ? [{ words: of, key: suggestion.key }] : [],
  );
  const confirm = useManifestCall(lot, async (chosen: { words: string; key: string }[]) => {
    let answer: Awaited<ReturnType<typeof api.assignManifestModel>> = { manifest: check };
    for (const { words: of, key } of chosen)
      answer = await api.assignManifestModel({ params: { id: lot.id }, body: { words: of, model: { key } } });
    return answer;
  });
  if (check.unknownModels.length === 0) return null;
  return (
    <section aria-label="Unknown models">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-sm">Which models are these?</h3>
        {suggested.length > 1 && (
          <Button
            size="sm"
            variant="outline"
            loading={confirm.isPending}
            onClick={() => confirm.mutate(suggested)}
          >
            Confirm {formatCount(suggested.length)} suggestions
          </Button>
        )}
      </div>
      {confirm.isError && <ProblemBox message={messageOf(confirm.error, noResponse('retry'))} />}
      <ul className="max-h-96 divide-y divide-line overflow-y-auto text-sm">
        {check.unknownModels.map((unknown) => (
          <UnknownModel
            key={unknown.words}
            unknown={unknown}
            isBusy={confirm.isPending}
            onConfirm={(key) => confirm.mutate([{ words: unknown.words, key }])}
            onChoose={() => setWords(unknown.words)}
          />
        ))}
      </ul>
      <Modal open={words !== null} onClose={close} title="Choose the model">
        {words !== null && (
          <div className="grid gap-4">
            <p className="wrap-anywhere text-sm">
              The shop remembers what {lot.supplier.name} means by <strong>{words}</strong>.
            </p>
            {assign.isError && <ProblemBox message={messageOf(assign.error, noResponse('retry'))} />}
            <ModelPicker
              autoFocus
              newName={words}
              onChoose={(model) => assign.mutate({ words, model: toModelReference(model) })}
            />
          </div>
        )}
      </Modal>
    </section>
  );
}

type UnknownModelProps = {
  unknown: ManifestCheck['unknownModels'][number];
  isBusy: boolean;
  onConfirm: (key: string) => void;
  onChoose: () => void;
};

/** Words of the supplier with the model that they probably mean. */
function UnknownModel({
  unknown: { words, rows, suggestion },
  isBusy,
  onConfirm,
  onChoose,
}: UnknownModelProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 py-2">
      <span className="wrap-anywhere min-w-0 flex-1 basis-60">
        {words} <span className="text-ink-muted">{rowsText(rows)}</span>
        {suggestion && (
          <span className="block">
            <span className="text-ink-muted">Probably</span>{' '}
            <strong className="font-medium">
              {suggestion.brand} {suggestion.name}
            </strong>
          </span>
        )}
      </span>
      <span className="flex gap-2">
        {suggestion && (
          <Button
            size="sm"
            aria-label={`Confirm: ${words} is ${suggestion.name}`}
            disabled={isBusy}
            onClick={() => onConfirm(suggestion.key)}
          >
            Confirm
          </Button>
        )}
        <Button
          size="sm"
          variant="outline"
          aria-label={`${suggestion ? 'Choose another model for' : 'Choose the model of'} ${words}`}
          onClick={onChoose}
        >
          {suggestion ? 'Choose another' : 'Choose'}
        </Button>
      </span>
    </li>
  );
}

function Rejected({ lot, check }: ManifestProps) {
  if (check.rejected.length === 0) return null;
  return (
    <section aria-label="Rows that cannot be added">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-sm">Rows that cannot be added</h3>
        <ExportButton
          endpoint={lotEndpoints.exportRejectedManifestRows}
          input={{ params: { id: lot.id } }}
          label="Download"
          size="sm"
        />
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Rejected rows"
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line px-3 text-sm"
      >
        {check.rejected.map(({ number, model, reasons }) => (
          <li key={number} className="py-2">
            <p className="wrap-anywhere">
              <span className="tabular text-ink-muted">Row {number}</span> {model}
            </p>
            {reasons.map((reason) => (
              <p key={reason} className="wrap-anywhere text-bad-text">
                {reason}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {check.badRows > check.rejected.length && (
        <p className="mt-1 text-ink-muted text-sm">
          These are the first {formatCount(check.rejected.length)}. The download has all.
        </p>
      )}
    </section>
  );
}
