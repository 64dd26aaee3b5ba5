import { mailInfo, type OrderMailKind } from '@reprise/contract/foundations/notifications/mail-kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import type { LoadedContext } from './order-context.ts';
import { OrderSection } from './order-section.tsx';

/** Lists the mails that match the order's status, to send them again. */
export function OrderMails({ orderNumber, background }: { orderNumber: string; background: LoadedContext }) {
  const can = usePermissions();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: (kind: OrderMailKind) => api.sendOrderMail({ params: { id: orderNumber }, body: { kind } }),
    onSuccess: (_, kind) => {
      notify('success', `The email “${mailInfo[kind].sendAgain}” was sent again`);
      void queries.invalidateQueries({ queryKey: ['mails'] });
    },
    onError: (error) => notify('error', messageOf(error, 'The email could not be sent')),
  });
  const kinds = background.data?.mails ?? [];
  return (
    <OrderSection
      title="Emails"
      action={
        can('mails.manage') && (
          <Link to={`/admin/mailbox?search=${orderNumber}`} className="text-link text-sm">
            Sent so far
          </Link>
        )
      }
    >
      {kinds.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-ink-muted text-sm">Send again:</span>
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="sm"
              variant="outline"
              loading={sending.isPending && sending.variables === kind}
              onClick={() => sending.mutate(kind)}
            >
              {mailInfo[kind].sendAgain}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-ink-muted text-sm">
          {background.data ? 'The recipient’s address was erased.' : 'Loading…'}
        </p>
      )}
    </OrderSection>
  );
}
