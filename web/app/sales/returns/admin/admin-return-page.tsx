import { formatMoney } from '@reprise/contract/money';
import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { returnStateLabels, returnWishLabels } from '@reprise/contract/sales/returns/return-states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDate, formatDateTime } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { PageSkeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import type { Route } from './+types/admin-return-page';
import { AnswerActions } from './answer-actions.tsx';
import { LineCard } from './line-card.tsx';
import { ReceiveCard } from './receive-card.tsx';
import { ReturnConversation } from './return-conversation.tsx';
import { ReturnLabelCard } from './return-label-card.tsx';
import { returnTones } from './return-tones.ts';
import { SendBackCard } from './send-back-card.tsx';
import { SettleCard } from './settle-card.tsx';
import { useDeskKeys, useKeptFocus } from './use-desk-keys.ts';

export const meta: Route.MetaFunction = ({ params }) => adminMeta(`Return ${params.number}`);

/** One return at the desk: request, parcel, decisions and money. */
export default function AdminReturnPage({ params: { number } }: Route.ComponentProps) {
  const queryKey = ['returns', number];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getReturn({ params: { number } }, { signal }),
  });
  const queries = useQueryClient();
  const show = (answer: { return: OrderReturn }) => {
    queries.setQueryData(queryKey, answer);
    void queries.invalidateQueries({ queryKey: ['returns'] });
  };
  return (
    <>
      <Breadcrumb steps={[{ label: 'Returns', to: '/admin/returns' }, { label: number }]} />
      <Loaded query={found} failed="This return could not be loaded" look="framed" loading={<PageSkeleton />}>
        {(data) => <Desk orderReturn={data.return} onChanged={show} />}
      </Loaded>
    </>
  );
}

export type DeskProps = { orderReturn: OrderReturn; onChanged: (answer: { return: OrderReturn }) => void };

function Desk({ orderReturn, onChanged }: DeskProps) {
  const { number, state, lines } = orderReturn;
  const can = usePermissions();
  useDeskKeys();
  useKeptFocus(orderReturn);
  return (
    <>
      <ScreenHeader title={`Return ${number}`}>
        <AnswerActions orderReturn={orderReturn} onChanged={onChanged} />
      </ScreenHeader>
      {/* Narrow screens show money and label before the conversation. */}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-5">
          {can('units.receive') && state !== 'closed' && state !== 'requested' && (
            <ReceiveCard orderReturn={orderReturn} onChanged={onChanged} />
          )}
          {lines.map((line) => (
            <LineCard key={line.id} orderReturn={orderReturn} line={line} onChanged={onChanged} />
          ))}
        </div>
        <div className="grid gap-5 lg:sticky lg:top-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Facts orderReturn={orderReturn} />
          <ReturnLabelCard orderReturn={orderReturn} />
          <SendBackCard orderReturn={orderReturn} onChanged={onChanged} />
          <SettleCard orderReturn={orderReturn} onChanged={onChanged} />
        </div>
        <div className="grid gap-5">
          <ReturnConversation orderNumber={orderReturn.orderNumber} />
          <Events orderReturn={orderReturn} />
        </div>
      </div>
    </>
  );
}

function Facts({ orderReturn }: Pick<DeskProps, 'orderReturn'>) {
  const { state, orderNumber, customer, wish, isInPolicy, exceptionReason, labelBy, answerBy, sendBy } =
    orderReturn;
  const { carrier, trackingNumber, refuseReason, isLate, refundBy, amount } = orderReturn;
  const isSent = state === 'sent' || state === 'received';
  return (
    <Card title="Return">
      <dl className="grid gap-3 text-sm">
        <Fact label="State">
          <StatusDot tone={returnTones[state]}>{returnStateLabels[state]}</StatusDot>
          {isLate && <span className="ml-2 font-medium text-bad-text">Late</span>}
        </Fact>
        <Fact label="Order">
          <Link to={`/admin/orders/${orderNumber}`} className="tabular text-link">
            {orderNumber}
          </Link>
          {customer && `, ${customer}`}
        </Fact>
        <Fact label="Wish">{returnWishLabels[wish]}</Fact>
        <Fact label="Policy">
          {isInPolicy ? 'Within its time' : 'Outside its time'}
          {exceptionReason && `: ${exceptionReason}`}
        </Fact>
        <Fact label="Way back paid by">{labelBy === 'store' ? 'The store' : 'The customer'}</Fact>
        {state === 'sent' && answerBy && <Fact label="Carrier">Delivered. Scan what is in the parcel.</Fact>}
        {answerBy && <Fact label="Promised answer">{formatDate(answerBy)}</Fact>}
        {refundBy && (
          <Fact label="Refund by">
            {formatDate(refundBy)}
            {!isSent && ', once the parcel is sent'}
            {isSent && new Date(refundBy) < new Date() && (
              <span className="ml-2 font-medium text-bad-text">Late</span>
            )}
          </Fact>
        )}
        {sendBy && <Fact label="To be sent by">{formatDate(sendBy)}</Fact>}
        {trackingNumber && <Fact label="Parcel">{[carrier, trackingNumber].filter(Boolean).join(' ')}</Fact>}
        {state === 'closed' && amount > 0 && <Fact label="Given back">{formatMoney(amount)}</Fact>}
        {refuseReason && <Fact label="Refused because">{refuseReason}</Fact>}
      </dl>
    </Card>
  );
}

const eventLabels: Record<string, string> = {
  opened: 'Asked for',
  withdrawn: 'Withdrawal from the contract',
  approved: 'Approved',
  refused: 'Refused',
  cancelled: 'Called off',
  sent: 'Sent',
  received: 'Arrived',
  'other-device': 'Another device in the parcel',
  missing: 'Not in the parcel',
  locked: 'Locked to an account',
  unlocked: 'Free of its account',
  decided: 'Decided',
  settled: 'Settled',
  'sent-back': 'Sent back to the customer',
  'replacement-cancelled': 'Order of the replacement cancelled',
  expired: 'Expired',
  'not-sent': 'Never arrived',
  reminded: 'Customer reminded to send it',
  lost: 'Lost on the way',
  'label-bought': 'Label bought',
  'label-void': 'Label void',
  'label-not-void': 'Label could not be voided',
  delivered: 'Delivered, waits to be scanned',
  'order-cancelled': 'Order cancelled',
};

function Events({ orderReturn: { events = [] } }: Pick<DeskProps, 'orderReturn'>) {
  return (
    <Card title="History">
      <ol className="grid gap-2 text-sm">
        {events.map(({ id, kind, actor, detail, createdAt }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <span className="text-ink-muted">{formatDateTime(createdAt)}</span>
            <span className="min-w-0 wrap-anywhere">
              {eventLabels[kind] ?? kind}
              {detail && `: ${detail}`}
              {actor && <span className="text-ink-muted"> by {actor}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
