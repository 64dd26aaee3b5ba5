import type { AuditEntry } from '@reprise/contract/operations/audit-log';
import { Link } from 'react-router';
import { formatDateTime } from '../../../formats.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { actionLabel, actorName, changedValue, subjectHref } from './audit-labels.ts';

type AuditDialogProps = {
  entry: AuditEntry | null;
  onClose: () => void;
  /** Shows all entries of the same subject. */
  onFollow: (entry: AuditEntry) => void;
};

/** Details of one audit entry. */
export function AuditDialog({ entry, onClose, onFollow }: AuditDialogProps) {
  return (
    <Modal
      open={entry !== null}
      onClose={onClose}
      title={entry ? actionLabel(entry) : 'Entry'}
      size="lg"
      footer={entry && <EntryLinks entry={entry} onFollow={onFollow} />}
    >
      {entry && (
        <div className="grid gap-4">
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
            <dt className="text-ink-muted">On</dt>
            <dd className="break-words">{entry.subject}</dd>
            <dt className="text-ink-muted">Who</dt>
            <dd className="break-words">{actorName(entry)}</dd>
            <dt className="text-ink-muted">When</dt>
            <dd>
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            </dd>
          </dl>
          {entry.changes.length > 0 ? (
            <Changes changes={entry.changes} />
          ) : (
            <p className="text-ink-muted text-sm">This entry has no further details.</p>
          )}
        </div>
      )}
    </Modal>
  );
}

function EntryLinks({ entry, onFollow }: { entry: AuditEntry; onFollow: (entry: AuditEntry) => void }) {
  const href = subjectHref(entry);
  return (
    <>
      <Button variant="outline" onClick={() => onFollow(entry)}>
        All entries about this
      </Button>
      {href && entry.subject !== entry.subjectId && (
        <Link to={href} className={buttonClass({ variant: 'outline' })}>
          Open
        </Link>
      )}
    </>
  );
}

function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  return (
    <DataTable caption="Changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td className="whitespace-normal break-words text-ink-muted">{changedValue(before) ?? '–'}</td>
            <td className="whitespace-normal break-words">{changedValue(after) ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
