import { type ReactNode, useId } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { FileUp } from '../icons/lucide.tsx';
import { useFileDrop } from './use-file-drop.ts';

type FileDropProps = {
  label: string;
  /** Says what happens with the file. */
  children: ReactNode;
  /** Name of a file on its way; null without one. */
  sending: string | null;
  /** Share of the file that was sent, from 0 to 1. */
  sent: number;
  onFile: (file: File) => void;
  onStop: () => void;
};

/** Takes a CSV file that is chosen or dropped, and shows its upload. */
export function FileDrop({ label, children, sending, sent, onFile, onStop }: FileDropProps) {
  const { isOver, handlers } = useFileDrop(onFile);
  const field = useId();
  if (sending !== null) {
    return (
      <div className={classNames(dropArea, 'border-line-strong bg-raised')}>
        <Sending name={sending} sent={sent} onStop={onStop} />
      </div>
    );
  }
  return (
    <label
      htmlFor={field}
      {...handlers}
      className={classNames(
        dropArea,
        'cursor-pointer transition-colors focus-within:outline-2 focus-within:outline-primary focus-within:outline-offset-2',
        isOver ? 'border-primary bg-primary-tint' : 'border-line-strong bg-raised hover:bg-sunken',
      )}
    >
      <span className="grid justify-items-center gap-2">
        <FileUp className="size-8 text-ink-muted" aria-hidden="true" />
        <span className="font-medium">{label}</span>
        <span className="max-w-sm text-ink-muted text-sm">{children}</span>
      </span>
      <input
        id={field}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

const dropArea = 'grid h-full min-h-56 place-items-center rounded-tile border border-dashed p-6 text-center';

type SendingProps = { name: string; sent: number; onStop: () => void };

function Sending({ name, sent, onStop }: SendingProps) {
  const percent = Math.floor(sent * 100);
  return (
    <div className="grid w-full max-w-sm justify-items-center gap-2">
      <p className="max-w-full truncate font-medium">{name}</p>
      <progress className="progress" max={100} value={percent} aria-label={`Sending ${name}`} />
      <p className="tabular text-ink-muted text-sm" aria-hidden="true">
        {percent < 100 ? `${percent}% sent` : 'Sent. Processing…'}
      </p>
      <Button variant="outline" size="sm" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}
