import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { X } from '../../../../ui/icons/lucide.tsx';
import type { Upload } from './use-uploads.ts';

type UploadListProps = { uploads: Upload[]; onDismiss: (key: number) => void };

/** Lists uploads with their progress or error. */
export function UploadList({ uploads, onDismiss }: UploadListProps) {
  return (
    <ul className="grid gap-2 empty:hidden" aria-live="polite">
      {uploads.map((upload) => (
        <li key={upload.key} className="flex items-center gap-2.5 text-sm">
          <Thumb src={upload.preview} className={`size-10 ${upload.error ? 'opacity-40' : 'opacity-70'}`} />
          {upload.error ? (
            <>
              <span className="min-w-0 flex-1 text-bad-text">
                {upload.name}: {upload.error}
              </span>
              <IconButton label={`Dismiss ${upload.name}`} onClick={() => onDismiss(upload.key)}>
                <X className="size-4" aria-hidden="true" />
              </IconButton>
            </>
          ) : (
            <UploadProgress name={upload.name} sent={upload.sent} />
          )}
        </li>
      ))}
    </ul>
  );
}

function UploadProgress({ name, sent }: Pick<Upload, 'name' | 'sent'>) {
  const percent = Math.floor(sent * 100);
  return (
    <span className="grid min-w-0 flex-1 gap-1 text-ink-muted">
      <span className="flex justify-between gap-3">
        <span className="truncate">{name}</span>
        <span className="tabular whitespace-nowrap" aria-hidden="true">
          {percent < 100 ? `${percent}%` : 'Processing'}
        </span>
      </span>
      <progress className="progress" max={100} value={percent} aria-label={`Uploading ${name}`} />
    </span>
  );
}
