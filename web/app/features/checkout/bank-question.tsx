import { ShieldQuestion } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { AskCardholder } from './charge.ts';

/** The test processor's stand-in for a bank that asks the cardholder (3-D Secure). `dialog` belongs on the page. */
export function useBankQuestion(): { ask: AskCardholder; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const answer = useRef<(passed: boolean) => void>(() => {});
  const ask = useCallback<AskCardholder>(() => {
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (passed: boolean) => {
    setOpen(false);
    answer.current(passed);
  };
  const dialog = (
    <Modal
      open={open}
      // Closing it is no answer the bank would take for yes.
      onClose={() => close(false)}
      title="Your bank asks: is this you?"
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={() => close(false)}>
            Fail
          </Button>
          <Button onClick={() => close(true)}>Complete</Button>
        </>
      }
    >
      <div className="flex gap-4">
        <ShieldQuestion className="size-8 shrink-0 stroke-[1.5] text-primary-text" aria-hidden="true" />
        <div className="grid gap-2">
          <p>
            With a real card your bank's own question would appear here. Choose how the cardholder answers it.
          </p>
          <p className="text-ink-muted text-sm">
            <strong className="font-semibold">Test mode.</strong> No money moves.
          </p>
        </div>
      </div>
    </Modal>
  );
  return { ask, dialog };
}
