import {
  checkedImport,
  maxCheckedImportBytes,
  otherShopLabels,
} from '@reprise/contract/foundations/checked-import';
import { Problem } from '@reprise/contract/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '../api/error-message.ts';
import { sendForm } from '../api/send-form.ts';
import { formatCount } from '../formats.ts';
import { withStepUp } from '../session/with-step-up.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FileDrop } from '../ui/forms/file-drop.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';

type CheckedUploadProps = {
  /** Path of the API that checks and imports. */
  path: string;
  /** Kind of file, such as “an order export”. */
  kind: string;
  entry: Entry;
  /** Query that an import changes. */
  queryKey: string;
  onApplied?: () => void;
  /** Says which files can be sent. */
  children: ReactNode;
};
type Entry = { one: string; many: string };

/** A file of a sales channel names no other shop. */
const checkedUpload = checkedImport.partial({ shop: true });
type Checked = z.output<typeof checkedUpload>;

/** Takes an export of another shop, shows what it would add, and adds it. */
export function CheckedUpload({ path, kind, entry, queryKey, onApplied, children }: CheckedUploadProps) {
  const { sending, sent, stop } = useSending(path, queryKey, onApplied);
  // An import that failed can be sent again from its check.
  const result = sending.data ?? sending.variables?.checked;
  const isChecking = sending.isPending && !sending.variables.isApplied;
  const failed = sending.isError && sending.error.name !== 'AbortError';
  return (
    <div className="mb-6">
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        {result && sending.variables ? (
          <Result
            file={sending.variables.file}
            kind={kind}
            entry={entry}
            result={result}
            isApplying={sending.isPending}
            onApply={(file, checked) => sending.mutate({ file, isApplied: true, checked })}
            onClose={() => sending.reset()}
          />
        ) : (
          <FileDrop
            label={`Choose ${kind} or drop it here`}
            sending={isChecking ? sending.variables.file.name : null}
            sent={sent}
            onFile={(file) => sending.mutate({ file, isApplied: false })}
            onStop={stop}
          >
            It is checked first. Nothing is added until you have seen the result.
          </FileDrop>
        )}
        <Card title="Which files">{children}</Card>
      </div>
      {failed && (
        <div role="alert" className="mt-3">
          <ProblemBox
            message={messageOf(sending.error, 'The file could not be sent. You can safely send it again.')}
          />
        </div>
      )}
    </div>
  );
}

type Sent = { file: File; isApplied: boolean; checked?: Checked };

/** Uploads a file; leaving the screen aborts the upload of a check. */
function useSending(path: string, queryKey: string, onApplied?: () => void) {
  const queries = useQueryClient();
  const [sent, setSent] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const sending = useMutation({
    mutationFn: async ({ file, isApplied }: Sent) => {
      if (file.size > maxCheckedImportBytes)
        throw new Problem('PAYLOAD_TOO_LARGE', 'A file can have up to 32 MB. Split the export.');
      setSent(0);
      leaving.current = new AbortController();
      const form = new FormData();
      form.append('file', file);
      const step = isApplied ? 'apply' : 'check';
      const signal = isApplied ? undefined : leaving.current.signal;
      const answer = await withStepUp(() =>
        sendForm(`${path}?step=${step}`, form, { onProgress: setSent, signal }),
      );
      return checkedUpload.parse((answer as { import: unknown }).import);
    },
    onSuccess: ({ isApplied }) => isApplied && onApplied?.(),
    onSettled: (_result, _error, { isApplied }) =>
      isApplied ? queries.invalidateQueries({ queryKey: [queryKey] }) : undefined,
  });
  return { sending, sent, stop: () => leaving.current.abort() };
}

const textOf = ({ one, many }: Entry, count: number) => `${formatCount(count)} ${count === 1 ? one : many}`;

type ResultProps = {
  file: File;
  kind: string;
  entry: Entry;
  result: Checked;
  isApplying: boolean;
  onApply: (file: File, checked: Checked) => void;
  onClose: () => void;
};

function Result({ file, kind, entry, result, isApplying, onApply, onClose }: ResultProps) {
  const { added, changed, same, toCheck = 0, rejected, isApplied } = result;
  const count = added + changed + toCheck;
  return (
    <Card title={<span className="wrap-anywhere">{file.name}</span>}>
      <div role="status">
        <p className="font-medium">
          {isApplied
            ? 'Imported.'
            : `Read as ${kind}${result.shop ? ` of ${otherShopLabels[result.shop]}` : ''}.`}
        </p>
        <ul className="tabular mt-1 text-ink-muted text-sm">
          <li>
            {textOf(entry, added)} {isApplied ? 'added' : 'to add'}
          </li>
          {toCheck > 0 && (
            <li>
              {textOf(entry, toCheck)} {isApplied ? 'waiting' : 'to wait'} for a check: sold far below the
              listing
            </li>
          )}
          {changed > 0 && (
            <li>
              {textOf(entry, changed)} {isApplied ? 'brought' : 'to bring'} up to date: status or refund
              changed there
            </li>
          )}
          {same > 0 && <li>{textOf(entry, same)} known already</li>}
          {rejected > 0 && <li>{textOf(entry, rejected)} left out</li>}
        </ul>
      </div>
      <Faults result={result} entry={entry} />
      <div className="mt-4 flex flex-wrap gap-2">
        {!isApplied && count > 0 && (
          <Button loading={isApplying} onClick={() => onApply(file, result)}>
            Import {textOf(entry, count)}
          </Button>
        )}
        <Button variant="outline" disabled={isApplying} onClick={onClose}>
          {isApplied ? 'Choose another file' : 'Discard'}
        </Button>
      </div>
    </Card>
  );
}

function Faults({ result: { faults, rejected }, entry }: { result: Checked; entry: Entry }) {
  if (faults.length === 0) return null;
  return (
    <div className="mt-3">
      <ul
        aria-label={`Left out: ${entry.many}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
      >
        {faults.map(({ row, subject, message }) => (
          <li key={`${row} ${subject}`} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <span className="tabular min-w-0">
              Row {formatCount(row)} <span className="wrap-anywhere text-ink-muted">{subject}</span>
            </span>
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
      {rejected > faults.length && (
        <p className="mt-2 text-ink-muted text-sm">{textOf(entry, rejected - faults.length)} more</p>
      )}
    </div>
  );
}
