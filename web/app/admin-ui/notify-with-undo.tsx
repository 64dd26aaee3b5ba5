import type { ReactNode } from 'react';
import { notify } from '../ui/overlays/notify.ts';

/** A notice of what was done, with the way to take it back; Ctrl-Z presses its button. `detail`: what stays done. */
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

/** Presses the button of the newest notice that has one. */
export function undoLatest(): void {
  Array.from(document.querySelectorAll<HTMLElement>('[data-undo]')).at(-1)?.click();
}
