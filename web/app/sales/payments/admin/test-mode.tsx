import type { TestMode } from '@reprise/contract/sales/payments/test-mode';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { OutsideForm } from '../../../admin-ui/outside-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { TestOrdersDialog } from './test-orders-dialog.tsx';

const queryKey = ['test-mode'];

/** Switch of test mode, with the test orders that are still open. */
export function TestModeSwitch() {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getTestMode({}, { signal }),
    select: ({ testMode }) => testMode,
  });
  return (
    <Loaded query={query} failed="Test mode could not be loaded" look="framed" skeleton="h-28 rounded-tile">
      {(state) => <Switch state={state} />}
    </Loaded>
  );
}

function Switch({ state }: { state: TestMode }) {
  const [dialog, setDialog] = useState<'switch' | 'orders' | null>(null);
  const queries = useQueryClient();
  const { isOn, obstacle, openOrderCount } = state;
  const close = () => setDialog(null);
  return (
    <div className="grid gap-3 rounded-tile border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-medium">Test mode</p>
        <Badge tone={isOn ? 'warn' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
      </div>
      <p className="max-w-text text-ink-muted text-sm">
        {isOn || obstacle === null ? explanation : obstacles[obstacle]}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {(isOn || obstacle === null) && (
          <Button size="sm" variant="outline" onClick={() => setDialog('switch')}>
            {isOn ? 'Turn off test mode…' : 'Turn on test mode…'}
          </Button>
        )}
        {openOrderCount > 0 && (
          <Button size="sm" variant="outline" onClick={() => setDialog('orders')}>
            {`Cancel open test orders (${openOrderCount})…`}
          </Button>
        )}
      </div>
      <OutsideForm>
        {dialog === 'switch' && <SwitchDialog state={state} onClose={close} />}
        {dialog === 'orders' && (
          <TestOrdersDialog
            state={state}
            onClose={() => {
              void queries.invalidateQueries({ queryKey });
              close();
            }}
          />
        )}
      </OutsideForm>
    </div>
  );
}

const explanation =
  'You and your staff, signed in, pay in the store with test cards such as 4242 4242 4242 4242. No money moves. In an open store, visitors read that it is not taking orders yet.';

const obstacles: Record<NonNullable<TestMode['obstacle']>, string> = {
  live: 'Not available: this store has had live keys. Try things in a separate store.',
  processor: 'Not available while another processor takes payments. Use its own test mode.',
  everyone: 'Everyone can pay with test cards already: PAYMENTS=test is set, or this is the demo store.',
};

/** Asks before the switch; leaving test mode offers to cancel the orders that are still open. */
function SwitchDialog({
  state: { isOn, openOrderCount },
  onClose,
}: {
  state: TestMode;
  onClose: () => void;
}) {
  const change = useMutation({
    mutationFn: () => api.setTestMode({ body: { isOn: !isOn } }),
    // Every page shows the band, from settings that are loaded with it.
    onSuccess: () => window.location.reload(),
  });
  const title = isOn ? 'Turn off test mode' : 'Turn on test mode';
  return (
    <Modal
      open
      onClose={onClose}
      size="sm"
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={change.isPending} onClick={() => change.mutate()}>
            {title}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        {change.isError && <FormFailure>{messageOf(change.error, noResponse('retry'))}</FormFailure>}
        <p>
          {isOn
            ? 'Nobody can pay with test cards then. Connect Stripe to take real payments.'
            : 'A band on every page says so. Visitors of an open store cannot order until you turn it off.'}
        </p>
        {isOn && openOrderCount > 0 && (
          <p>
            Test orders that are still open: {openOrderCount}. Cancel them here afterwards, and their stock
            and devices return.
          </p>
        )}
      </div>
    </Modal>
  );
}
