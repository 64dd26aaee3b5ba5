import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useBlocker } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/overlays/modal.tsx';

type UnsavedChangesProps = {
  isDirty: () => boolean;
  /** The form is the page itself, so changes of its search params, such as another tab, lose nothing. */
  allowsSamePage?: boolean;
};

type Move = { leavesPage: boolean };

/** The router asks only one blocker, which therefore asks every form on the page. */
const forms = new Set<(move: Move) => boolean>();

/**
 * Asks for confirmation before unsaved changes of any form on the page are lost by navigation, closing a dialog, a
 * reload or closing the tab. `isDirty` is called at that moment, so that a successful save may navigate.
 */
export function UnsavedChanges({ isDirty, allowsSamePage = false }: UnsavedChangesProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leavesPage = currentLocation.pathname !== nextLocation.pathname;
    const moves = leavesPage || currentLocation.search !== nextLocation.search;
    return moves && [...forms].some((loses) => loses({ leavesPage }));
  });
  const isBlocked = blocker.state === 'blocked';
  useAsked(({ leavesPage }) => (leavesPage || !allowsSamePage) && isDirty());
  useConfirmBeforeReload(isDirty);
  const { formRef, aroundConfirmation } = useReopenDialogs(isDirty, isBlocked);

  const stay = () => blocker.reset?.();
  return (
    <>
      <span ref={formRef} hidden />
      {createPortal(
        <div ref={aroundConfirmation}>
          <Modal
            open={isBlocked}
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
            <p className="text-sm">Your changes have not been saved.</p>
          </Modal>
        </div>,
        document.body,
      )}
    </>
  );
}

function useAsked(loses: (move: Move) => boolean) {
  const losesNow = useEffectEvent(loses);
  useEffect(() => {
    const asked = (move: Move) => losesNow(move);
    forms.add(asked);
    return () => {
      forms.delete(asked);
    };
  }, []);
}

function useConfirmBeforeReload(isDirty: () => boolean) {
  const isDirtyNow = useEffectEvent(isDirty);
  useEffect(() => {
    const askBrowser = (event: BeforeUnloadEvent) => {
      if (isDirtyNow()) event.preventDefault();
    };
    window.addEventListener('beforeunload', askBrowser);
    return () => window.removeEventListener('beforeunload', askBrowser);
  }, []);
}

/**
 * Reopens dialogs that the browser has closed: a repeated Esc closes them without a cancelable event. The
 * form reopens while it is dirty, the confirmation until it is answered.
 */
function useReopenDialogs(isDirty: () => boolean, isBlocked: boolean) {
  const formRef = useRef<HTMLSpanElement>(null);
  const aroundConfirmation = useRef<HTMLDivElement>(null);
  const isDirtyNow = useEffectEvent(isDirty);
  const isBlockedNow = useEffectEvent(() => isBlocked);
  useEffect(() => {
    const form = formRef.current?.closest('dialog');
    const question = aroundConfirmation.current?.querySelector('dialog');
    if (!form || !question) return;
    let timer: ReturnType<typeof setTimeout>;
    const restore = () => {
      if (question.open) return;
      if (!form.open && isDirtyNow()) form.showModal();
      if (isBlockedNow()) question.showModal();
    };
    // Runs after React has handled the same event.
    const onClose = () => {
      clearTimeout(timer);
      timer = setTimeout(restore);
    };
    form.addEventListener('close', onClose);
    question.addEventListener('close', onClose);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('close', onClose);
      question.removeEventListener('close', onClose);
    };
  }, []);
  return { formRef, aroundConfirmation };
}
