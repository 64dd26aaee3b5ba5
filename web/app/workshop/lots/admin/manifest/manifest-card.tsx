import { Problem } from '@reprise/contract/problem';
import type { Lot } from '@reprise/contract/workshop/lots/lot';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { type ManifestCheck, maxManifestBytes } from '@reprise/contract/workshop/lots/manifest';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { sendForm } from '../../../../api/send-form.ts';
import { Card } from '../../../../ui/card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { useFileDrop } from '../../../../ui/forms/use-file-drop.ts';
import { FileUp } from '../../../../ui/icons/lucide.tsx';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { manifestKey } from './manifest-key.ts';
import { ManifestResult } from './manifest-result.tsx';

/** The file of the supplier: sent, checked and applied. */
export function ManifestCard({ lot }: { lot: Lot }) {
  const stored = useQuery({
    queryKey: manifestKey(lot.id),
    queryFn: ({ signal }) => api.getManifest({ params: { id: lot.id } }, { signal }),
  });
  const check = stored.data?.manifest;
  return (
    <Card title="Manifest">
      {stored.isPending ? (
        <Skeleton className="h-40" />
      ) : (
        <div className="grid gap-4">
          {stored.isError && (
            <ProblemBox
              message={messageOf(stored.error, 'The manifest could not be loaded. Reload the page.')}
            />
          )}
          {check && <ManifestResult lot={lot} check={check} />}
          {lot.state === 'open' && (!check || check.applied) && (
            <FileDrop lot={lot} isNext={Boolean(check)} />
          )}
          {lot.state === 'closed' && !check && (
            <p className="text-ink-muted text-sm">This lot was closed without a manifest.</p>
          )}
        </div>
      )}
    </Card>
  );
}

async function sendFile(lot: Lot, file: File): Promise<ManifestCheck | null> {
  if (file.size > maxManifestBytes)
    throw new Problem('PAYLOAD_TOO_LARGE', 'A manifest can have up to 8 MB. Split it and try again.');
  const form = new FormData();
  form.append('file', file);
  return lotEndpoints.sendManifest.response.parse(await sendForm(`/lots/${lot.id}/manifest`, form)).manifest;
}

function FileDrop({ lot, isNext }: { lot: Lot; isNext: boolean }) {
  const field = useId();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: (file: File) => sendFile(lot, file),
    onSuccess: (manifest) => queries.setQueryData(manifestKey(lot.id), { manifest }),
  });
  const { isOver, handlers } = useFileDrop((file) => {
    if (!sending.isPending) sending.mutate(file);
  });
  return (
    <div>
      <label
        htmlFor={field}
        {...handlers}
        className={classNames(
          'grid cursor-pointer place-items-center rounded-tile border border-dashed p-6 text-center transition-colors',
          'focus-within:outline-2 focus-within:outline-primary focus-within:outline-offset-2',
          isOver ? 'border-primary bg-primary-tint' : 'border-line-strong hover:bg-sunken',
        )}
      >
        <span className="grid justify-items-center gap-2">
          {sending.isPending ? (
            <Spinner label="Checking the file" />
          ) : (
            <FileUp className="size-7 text-ink-muted" aria-hidden="true" />
          )}
          <span className="font-medium">
            {isNext ? 'Send another file' : 'Choose the Excel or CSV file of the supplier or drop it here'}
          </span>
          <span className="max-w-sm text-ink-muted text-sm">
            {isNext
              ? 'For example the rejected rows, once they are corrected.'
              : 'It is checked first. No device is added until you have seen the result.'}
          </span>
        </span>
        <input
          id={field}
          type="file"
          accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          className="sr-only"
          disabled={sending.isPending}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) sending.mutate(file);
          }}
        />
      </label>
      {sending.isError && (
        <div role="alert" className="mt-3">
          <ProblemBox message={messageOf(sending.error, 'The file could not be sent. Try again.')} />
        </div>
      )}
    </div>
  );
}
