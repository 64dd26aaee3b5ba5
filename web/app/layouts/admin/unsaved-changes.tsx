import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

type UnsavedChangesProps = {
  isDirty: () => boolean;
  /** The form is the page itself: its address may change, to another tab for instance, without any loss. */
  samePageIsFine?: boolean;
};

/**
 * Asks before changes are lost: on the way to another address (closing a dialog is one), a reload or the end of
 * the tab. `isDirty` is asked at that moment, so that a save that just succeeded may leave.
 */
export function UnsavedChanges({ isDirty, samePageIsFine = false }: UnsavedChangesProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leaves = currentLocation.pathname !== nextLocation.pathname;
    const moves = currentLocation.search !== nextLocation.search;
    return (leaves || (moves && !samePageIsFine)) && isDirty();
  });
  const asks = blocker.state === 'blocked';

  // A second Esc closes a dialog without asking anybody: it has to be there again beneath the question.
  useLayoutEffect(() => {
    const dialog = anchor.current?.closest('dialog');
    if (asks && dialog && !dialog.open) dialog.showModal();
  }, [asks]);

  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useEffect(() => {
    const askBrowser = (event: BeforeUnloadEvent) => {
      if (dirty.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', askBrowser);
    return () => window.removeEventListener('beforeunload', askBrowser);
  }, []);

  const stay = () => blocker.reset?.();
  return (
    <span ref={anchor}>
      <Modal
        open={asks}
        onClose={stay}
        size="sm"
        title="Discard changes?"
        footer={
          <>
            <Button variant="outline" onClick={stay}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={() => blocker.proceed?.()}>
              Discard changes
            </Button>
          </>
        }
      >
        <p className="text-sm">What you changed here has not been saved.</p>
      </Modal>
    </span>
  );
}
