import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react';

/**
 * Ties a native dialog to `open`. The browser keeps the focus inside, closes on Esc and gives the focus
 * back; a press on the backdrop closes as well. Spread the result on a <dialog> whose padding is zero.
 */
export function useDialog(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedBackdrop = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);

  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      // A file chooser inside the dialog sends a cancel of its own.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    // React passes the close of a dialog inside this one on to this one.
    onClose: (event: SyntheticEvent) => {
      if (event.target === event.currentTarget && open) onClose();
    },
    // Only a press that began on the backdrop closes: not the end of selecting text in a field.
    onPointerDown: (event: MouseEvent) => {
      pressedBackdrop.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent) => {
      if (event.target === event.currentTarget && pressedBackdrop.current) onClose();
    },
  };
}
