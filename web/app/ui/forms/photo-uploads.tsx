import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { RotateCcw, X } from '../icons/lucide.tsx';

type Upload<View> = { key: string; view: View; preview: string; sent: number; error?: string };

type PhotoUploadsProps<View> = {
  uploads: Upload<View>[];
  nameOf: (view: View) => string;
  onRetry: () => void;
  onDismiss: (key: string) => void;
};

/** Photos on their way, and those that were not sent. */
export function PhotoUploads<View>({ uploads, nameOf, onRetry, onDismiss }: PhotoUploadsProps<View>) {
  if (uploads.length === 0) return null;
  const failed = uploads.filter(({ error }) => error !== undefined).length;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2" aria-label="Photos on their way">
        {uploads.map(({ key, view, preview, sent, error }) => (
          <li key={key} className="flex items-center gap-3 rounded-control border border-line bg-raised p-2">
            <img src={preview} alt="" className="size-14 rounded-control bg-sunken object-cover" />
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-medium">{nameOf(view)}</p>
              {error === undefined ? (
                <progress
                  className="mt-1 w-full"
                  aria-label={`${nameOf(view)} is sent`}
                  value={sent === 0 || sent === 1 ? undefined : sent}
                />
              ) : (
                <p role="alert" className="text-bad-text">
                  {error}
                </p>
              )}
            </div>
            {error !== undefined && (
              <IconButton label={`Discard ${nameOf(view).toLowerCase()}`} onClick={() => onDismiss(key)}>
                <X className="size-4" aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {failed > 0 && (
        <Button variant="outline" size="lg" onClick={onRetry}>
          <RotateCcw className="size-4" aria-hidden="true" />
          {failed === 1 ? 'Send the photo again' : `Send ${failed} photos again`}
        </Button>
      )}
    </div>
  );
}
