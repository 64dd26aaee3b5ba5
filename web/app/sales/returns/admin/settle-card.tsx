import { cents, formatMoney } from '@reprise/contract/money';
import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import { useRef, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import type { DeskProps } from './admin-return-page.tsx';

const disputeNotes = {
  open: 'The cardholder disputes the payment of this order. Nothing can be refunded until the bank has decided; you find the dispute on the page of the order.',
  lost: 'The bank has paid the cardholder back after a dispute. The settlement refunds only what is left of the payment.',
};

/** Money of the decided lines, and the button that pays it. */
export function SettleCard({ orderReturn, onChanged }: DeskProps) {
  const { number, lines, state, dispute, toSendBack = [] } = orderReturn;
  const amount = orderReturn.toSettle ?? cents(0);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // One settlement for each amount that was seen, however often the button is pressed.
  const sent = useRef({ amount, key: crypto.randomUUID() });
  const decided = lines.filter(
    ({ id, decision, settledAt }) => decision !== null && settledAt === null && !toSendBack.includes(id),
  );
  const replaced = decided.filter(({ decision }) => decision === 'replace');
  if (decided.length === 0) return null;
  const isWaiting = dispute === 'open' && amount > 0;
  const settle = async () => {
    setBusy(true);
    setProblem(null);
    if (sent.current.amount !== amount) sent.current = { amount, key: crypto.randomUUID() };
    try {
      const options = { idempotencyKey: sent.current.key };
      onChanged(await api.settleReturn({ params: { number }, body: { amount } }, options));
      notify('success', `Return ${number} settled`);
      setAsking(false);
    } catch (error) {
      setProblem(messageOf(error, noResponse('safe')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="Settlement">
      <p className="text-sm">
        {decided.length} of {lines.length} {lines.length === 1 ? 'line' : 'lines'} decided:{' '}
        <strong className="tabular font-semibold">{formatMoney(amount)}</strong> goes back.
      </p>
      <Replacements lines={replaced} />
      {dispute && <p className="mt-2 text-sm">{disputeNotes[dispute]}</p>}
      <Button
        className="mt-4"
        wide
        aria-keyshortcuts="s"
        disabled={state === 'closed' || isWaiting}
        onClick={() => setAsking(true)}
      >
        Settle
      </Button>
      <Modal
        open={isAsking}
        onClose={() => setAsking(false)}
        size="sm"
        title="Settle the decided lines?"
        footer={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button loading={isBusy} onClick={() => void settle()}>
              {amount > 0
                ? `Refund ${formatMoney(amount)}`
                : replaced.length > 0
                  ? 'Send the replacement'
                  : 'Settle'}
            </Button>
          </>
        }
      >
        <p>
          {replaced.length > 0
            ? 'An order of its own sends the replacement. The refund, the stock and the devices follow. Until it leaves, cancelling that order lets you decide again.'
            : 'The refund, the stock and the devices follow. It cannot be undone.'}
        </p>
        {problem && (
          <p role="alert" className="mt-3 text-bad-text text-sm">
            {problem}
          </p>
        )}
      </Modal>
    </Card>
  );
}

function Replacements({ lines }: { lines: ReturnLine[] }) {
  return lines.map(({ id, replacement }) => (
    <p key={id} className="mt-2 text-sm">
      Sent free of charge: <strong className="font-medium">{replacement?.product.name}</strong>
    </p>
  ));
}
