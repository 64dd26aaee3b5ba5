import { maxMessageLength } from '@reprise/contract/sales/conversations';
import { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';

/** Form that begins the conversation about an order. */
export function FirstMessage({ orderNumber }: { orderNumber: string }) {
  const form = useSavedForm({
    defaultValues: { text: '' },
    schema: orderEndpoints.writeToCustomer.body,
    save: (body) => api.writeToCustomer({ params: { id: orderNumber }, body }),
    done: 'Message sent',
    failed: 'The message could not be sent',
    invalidates: [['order'], ['conversations']],
  });
  return (
    <form noValidate className="grid justify-items-end gap-2" onSubmit={form.submit}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <TextArea
        label="Message to the customer"
        hint="Mailed to the customer, and shown with the order."
        rows={4}
        maxLength={maxMessageLength}
        fieldClassName="w-full"
        {...form.field('text')}
      />
      <Button type="submit" loading={form.isSaving} disabled={form.watch('text').trim() === ''}>
        Send message
      </Button>
    </form>
  );
}
