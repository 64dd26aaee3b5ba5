import { type MouseEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Controls a native dialog by `open`. The browser traps the focus, closes on Esc and restores the focus; a
 * click on the backdrop closes as well. Spread the result on a <dialog> without padding.
 */
export function useDialog(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedBackdrop = useRef(false);
  const wasClicked = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (open) wasClicked.current = false;
    if (dialog && open && !dialog.open) showModal(dialog);
    if (!open && dialog?.open) dialog.close();
  }, [open]);

  const isRemoved = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current;
    isRemoved.current = false;
    return () => {
      isRemoved.current = true;
      // Only a dialog that is closed returns the focus, not one that is removed.
      dialog?.close();
    };
  }, []);

  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      // A file chooser inside the dialog emits a cancel event of its own.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    // React bubbles the close event of a nested dialog to this one.
    onClose: (event: SyntheticEvent) => {
      if (event.target === event.currentTarget && open && !isRemoved.current) onClose();
    },
    // Closes only for a press that began on the backdrop, not at the end of a text selection.
    onPointerDown: (event: MouseEvent) => {
      pressedBackdrop.current = event.target === event.currentTarget;
    },
    // The second click of a double click that opened the dialog would close it or press one of its buttons.
    onClickCapture: (event: MouseEvent) => {
      if (event.detail < 2 || wasClicked.current) wasClicked.current = true;
      else {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    onClick: (event: MouseEvent) => {
      if (event.target === event.currentTarget && pressedBackdrop.current) onClose();
    },
  };
}

/** Opens a modal dialog. Stores the width of the scroll bar, which the page hides and replaces by padding. */
function showModal(dialog: HTMLDialogElement): void {
  const { clientWidth, style } = document.documentElement;
  if (innerWidth > clientWidth) style.setProperty('--scrollbar', `${innerWidth - clientWidth}px`);
  dialog.showModal();
}

/** Returns the last value that was not null, so that a dialog keeps its text while it fades out. */
export function useLastValue<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
