import type { ReactNode } from 'react';
import { notify } from '../ui/overlays/notify.ts';

/** Shows a toast with an undo button, which Ctrl-Z clicks. `detail` names effects that cannot be undone. */
export function notifyWithUndo(message: string, undo: () => void, detail?: ReactNode): void {
  notify('success', message, (close) => (
    <span className="order-last -mt-2 flex basis-full items-baseline gap-3 pr-2 pb-1.5 pl-8 text-sm">
      <button
        type="button"
        data-undo
        className="text-link pointer-coarse:min-h-11"
        onClick={() => {
          undo();
          close();
        }}
      >
        Undo
      </button>
      {detail && <span className="text-ink-muted">{detail}</span>}
    </span>
  ));
}

/** Clicks the undo button of the newest toast that has one. */
export function undoLatest(): void {
  Array.from(document.querySelectorAll<HTMLElement>('[data-undo]')).at(-1)?.click();
}
