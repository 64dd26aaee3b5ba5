import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ShieldQuestion, WalletCards } from '../../ui/icons/lucide.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import type { AskCustomer, QuestionKind } from './charge.ts';

const questions = {
  bank: {
    title: 'Your bank asks: is this you?',
    icon: ShieldQuestion,
    text: 'With a real card, your bank would ask you here. Choose the outcome.',
    confirmLabel: 'Complete',
    declineLabel: 'Fail',
  },
  paypal: approvalAt('PayPal'),
  klarna: approvalAt('Klarna'),
};

function approvalAt(name: string) {
  return {
    title: `Test mode: ${name}`,
    icon: WalletCards,
    text: `With Stripe keys, ${name}’s own page would open here. Choose the outcome.`,
    confirmLabel: 'Approve payment',
    declineLabel: 'Cancel',
  };
}

/**
 * Simulates the confirmation step of the test processor: a bank (3-D Secure), PayPal or Klarna. The page must
 * render `dialog`.
 */
export function useCustomerQuestion(): { ask: AskCustomer; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<QuestionKind>('bank');
  const answer = useRef<(agreed: boolean) => void>(() => {});
  const ask = useCallback<AskCustomer>((newKind) => {
    setKind(newKind);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (agreed: boolean) => {
    setOpen(false);
    answer.current(agreed);
  };
  const { title, icon: Icon, text, confirmLabel, declineLabel } = questions[kind];
  const dialog = (
    <Modal
      open={open}
      // Closing the dialog counts as declining.
      onClose={() => close(false)}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={() => close(false)}>
            {declineLabel}
          </Button>
          <Button onClick={() => close(true)}>{confirmLabel}</Button>
        </>
      }
    >
      <div className="flex gap-4">
        <Icon className="size-8 shrink-0 stroke-[1.5] text-primary-text" aria-hidden="true" />
        <div className="grid gap-2">
          <p>{text}</p>
          <p className="text-ink-muted text-sm">
            <strong className="font-semibold">Test mode.</strong> No money moves.
          </p>
        </div>
      </div>
    </Modal>
  );
  return { ask, dialog };
}
