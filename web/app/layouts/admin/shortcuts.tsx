import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isListKey, pressInList } from '../../admin-ui/list/list-keys.ts';
import { hasSingleKeys } from '../../admin-ui/single-keys.ts';
import { undoLatest } from '../../admin-ui/undo.tsx';
import { usePermissions } from '../../session/use-permissions.ts';
import { adminScreens, createHrefFor } from './nav-items.ts';

// Loaded when their keys are first pressed.
const CommandPalette = lazy(() => import('./command-palette.tsx'));
const ShortcutsSheet = lazy(() => import('./shortcuts-sheet.tsx'));

const paletteEvent = 'open-command-palette';
const sheetEvent = 'open-shortcuts-sheet';

/** Opens the palette, for buttons that do the same as Ctrl-K. */
export const openPalette = () => window.dispatchEvent(new Event(paletteEvent));

/** Opens the list of shortcuts, for the palette: its key may be switched off. */
export const openShortcutsSheet = () => window.dispatchEvent(new Event(sheetEvent));

const secondKeyWithinMs = 1500;

/**
 * Keyboard shortcuts of the admin: Ctrl-K or Cmd-K, Ctrl-S, Ctrl-Z, `g` and the key of a screen, `n`, `?`, and `j`,
 * `k`, `x` in lists. Lists handle `/` themselves.
 */
export function Shortcuts() {
  const [overlay, setOverlay] = useState<'palette' | 'sheet' | null>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const can = usePermissions();
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY);

  // A layout effect: the keys work as soon as the screen is shown.
  useLayoutEffect(() => {
    const open = () => setOverlay('palette');
    const openSheet = () => setOverlay('sheet');
    const onKeyDown = (event: KeyboardEvent) => {
      const isPaletteKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isPaletteKey && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        return setOverlay((before) => (before === 'palette' ? null : 'palette'));
      }
      if (event.key === 's' && (event.ctrlKey || event.metaKey)) return saveForm(event);
      if (isTyping(event.target)) return;
      if (event.key === 'z' && (event.ctrlKey || event.metaKey)) return undoLatest();
      if (event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys()) return;
      const isSecondKey = event.timeStamp - firstKeyAt.current < secondKeyWithinMs;
      firstKeyAt.current = !isSecondKey && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (event.key === '?') return setOverlay('sheet');
      if (!isSecondKey && isListKey(event.key) && pressInList(event.key)) return event.preventDefault();
      const to = isSecondKey
        ? adminScreens.find(({ key, needs }) => key === event.key && can(needs))?.to
        : event.key === 'n'
          ? createHrefFor(pathname, can)
          : undefined;
      if (!to) return;
      event.preventDefault();
      void navigate(to);
    };
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener(paletteEvent, open);
    window.addEventListener(sheetEvent, openSheet);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener(paletteEvent, open);
      window.removeEventListener(sheetEvent, openSheet);
    };
  }, [navigate, pathname, can]);

  const close = () => setOverlay(null);
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <CommandPalette onClose={close} />}
      {overlay === 'sheet' && <ShortcutsSheet onClose={close} />}
    </Suspense>
  );
}

/** Sends the form of the topmost dialog, or that of the screen, as its button does. */
function saveForm(event: KeyboardEvent): void {
  event.preventDefault();
  const dialogs = document.querySelectorAll('dialog[open]');
  const scope = dialogs.item(dialogs.length - 1) ?? document.querySelector('#content') ?? document.body;
  const focused = event.target instanceof Element ? event.target.closest('form') : null;
  const form = focused && scope.contains(focused) ? focused : scope.querySelector('form');
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]:not(:disabled)');
  if (button) form?.requestSubmit(button);
}

/** Letters belong to focused fields and open dialogs; a checkbox takes none. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
