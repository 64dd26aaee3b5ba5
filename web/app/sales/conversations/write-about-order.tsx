import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import { useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';

type Access = { orderToken?: string };

/** Loads the messages about an order, oldest first; null if that fails. */
export async function loadOrderMessages(
  orderId: string,
  access: Access,
): Promise<ConversationMessage[] | null> {
  try {
    return (await api.listOrderMessages({ params: { id: orderId } }, access)).messages;
  } catch {
    return null;
  }
}

type WriteAboutOrderProps = {
  orderId: string;
  orderNumber: string;
  /** Address of the answers, where the page has it. */
  replyTo?: string;
  /** Words of the button while there are no messages. */
  firstTitle: string;
  access: Access;
  hasMessages: boolean;
  onSent: () => void;
};

/** Button and form that add a message to the conversation about an order. */
export function WriteAboutOrder({
  orderId,
  orderNumber,
  replyTo,
  firstTitle,
  access,
  hasMessages,
  onSent,
}: WriteAboutOrderProps) {
  const [open, setOpen] = useState(false);
  const title = hasMessages ? 'Write again' : firstTitle;
  const reply = replyTo === undefined ? 'We will reply by email.' : `We will reply to ${replyTo}.`;
  const form = useCheckedForm({
    defaultValues: { message: '' },
    schema: orderEndpoints.reportOrderProblem.body,
    save: (body) => api.reportOrderProblem({ params: { id: orderId }, body }, access),
    failed: noResponse('retry'),
    valuesAfter: () => ({ message: '' }),
    onSaved: () => {
      notify('success', `Your message was sent. ${reply}`);
      setOpen(false);
      onSent();
    },
  });

  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        footer={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form="write-about-order"
              loading={form.isSaving}
              disabled={form.watch('message').trim() === ''}
            >
              Send message
            </Button>
          </>
        }
      >
        <form id="write-about-order" noValidate onSubmit={form.submit} className="grid gap-4">
          <FormError message={form.failure} />
          <TextArea
            label={hasMessages ? 'Your message' : 'What is wrong?'}
            hint={`About order ${orderNumber}. ${reply}`}
            required
            rows={6}
            maxLength={2000}
            {...form.field('message')}
          />
        </form>
      </Modal>
    </>
  );
}
