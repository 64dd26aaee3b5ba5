import { useEffect, useRef } from 'react';
import { hasSingleKeys } from '../../../admin-ui/single-keys.ts';

/** Presses or focuses the first control of the page whose `aria-keyshortcuts` is the key. */
export function useDeskKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      // The second key of `g a` opens another screen and is taken before.
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys())
        return;
      if (target.closest('input:not([type=checkbox]), textarea, select') !== null) return;
      if (document.querySelector('dialog[open]')) return;
      const shortcut = `[aria-keyshortcuts="${CSS.escape(event.key)}"]:not(:disabled)`;
      const control =
        event.key === 'r' ? document.getElementById('scan') : document.querySelector<HTMLElement>(shortcut);
      const message =
        event.key === 'm' ? document.querySelector<HTMLElement>('#content form textarea') : null;
      if (!control && !message) return;
      event.preventDefault();
      if (control instanceof HTMLButtonElement) control.click();
      else (control ?? message)?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Focuses the scan field, else the page, when the control that had the focus is gone after a change. */
export function useKeptFocus(version: unknown): void {
  const shown = useRef(version);
  useEffect(() => {
    // The first look leaves the keys of the desk free.
    if (shown.current === version || document.activeElement !== document.body) return;
    (document.getElementById('scan') ?? document.getElementById('content'))?.focus();
  }, [version]);
}
