import { type Backup, backupEndpoints } from '@reprise/contract/operations/backup';
import { useMutation } from '@tanstack/react-query';
import { formatSize } from '../../../admin-ui/format-size.ts';
import { saveFile } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount, formatDateTime } from '../../../formats.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Download, Trash2 } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { failureTexts } from './backup-texts.ts';

export function BackupRow({ backup, onDelete }: { backup: Backup; onDelete: () => void }) {
  const { createdAt, state, kind } = backup;
  const time = formatDateTime(createdAt);
  return (
    <li className="flex min-h-16 items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">
          <time dateTime={createdAt}>{time}</time>
        </p>
        <BackupResult backup={backup} />
      </div>
      {state === 'complete' && backup.isEncrypted && <DownloadButton name={backup.name} time={time} />}
      {state !== 'running' && kind === 'manual' && (
        <IconButton label={`Delete backup of ${time}`} onClick={onDelete}>
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function BackupResult({ backup }: { backup: Backup }) {
  const { state, failure, progress, missingImages } = backup;
  if (state === 'running') {
    return (
      <p role="status" className="mt-0.5 flex items-center gap-2 text-ink-muted">
        <Spinner className="size-4" />
        <span>
          Running: {formatCount(progress?.rows ?? 0)} rows and {formatCount(progress?.images ?? 0)} images so
          far. You can leave this screen.
        </span>
      </p>
    );
  }
  if (state === 'failed') {
    return (
      <div className="mt-0.5">
        <StatusDot tone="bad">Failed</StatusDot>
        <p className="text-ink-muted">{failureTexts[failure ?? 'unknown']}</p>
      </div>
    );
  }
  return (
    <div className="mt-0.5">
      <StatusDot tone={missingImages > 0 ? 'warn' : 'good'}>Complete</StatusDot>
      <p className="text-ink-muted">{contentsOf(backup)}</p>
      {missingImages > 0 && (
        <p className="text-ink-muted">
          {missingImages === 1
            ? 'The file of one image was missing'
            : `${missingImages} image files were missing`}{' '}
          on the server. Check now on the dashboard says which.
        </p>
      )}
    </div>
  );
}

function contentsOf({ kind, bytes, isEncrypted }: Backup): string {
  return [
    formatSize(bytes ?? 0),
    kind === 'automatic' && 'automatic, without images',
    !isEncrypted && 'not encrypted, so only on the server',
  ]
    .filter(Boolean)
    .join(' · ');
}

function DownloadButton({ name, time }: { name: string; time: string }) {
  const download = useMutation({
    mutationFn: () => saveFile(backupEndpoints.downloadBackup, { params: { name } }),
    onError: (error) => notify('error', messageOf(error, 'The backup was not downloaded. Try again.')),
  });
  return (
    <IconButton
      label={`Download backup of ${time}`}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      {download.isPending ? (
        <Spinner className="size-4" />
      ) : (
        <Download className="size-4" aria-hidden="true" />
      )}
    </IconButton>
  );
}
