import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { undoLatest } from '../../admin-ui/undo.tsx';
import { usePermissions } from '../../session/use-permissions.ts';
import { adminScreens, createHrefFor } from './nav-items.ts';

// Loaded when their keys are first pressed.
const CommandPalette = lazy(() => import('./command-palette.tsx'));
const ShortcutsSheet = lazy(() => import('./shortcuts-sheet.tsx'));

const paletteEvent = 'open-command-palette';

/** Opens the palette, for buttons that do the same as Ctrl-K. */
export const openPalette = () => window.dispatchEvent(new Event(paletteEvent));

const secondKeyWithinMs = 1500;

/**
 * Keyboard shortcuts of the admin: Ctrl-K or Cmd-K, Ctrl-Z, `g` and the key of a screen, `n`, `?`. Lists
 * handle `/` themselves.
 */
export function Shortcuts() {
  const [overlay, setOverlay] = useState<'palette' | 'sheet' | null>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const can = usePermissions();
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const open = () => setOverlay('palette');
    const onKeyDown = (event: KeyboardEvent) => {
      const isPaletteKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isPaletteKey && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        return setOverlay((before) => (before === 'palette' ? null : 'palette'));
      }
      if (isTyping(event.target)) return;
      if (event.key === 'z' && (event.ctrlKey || event.metaKey)) return undoLatest();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isSecondKey = event.timeStamp - firstKeyAt.current < secondKeyWithinMs;
      firstKeyAt.current = !isSecondKey && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (event.key === '?') return setOverlay('sheet');
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
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener(paletteEvent, open);
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

/** Letters belong to focused fields and open dialogs. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
