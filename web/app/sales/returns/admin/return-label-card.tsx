import { formatMoney } from '@reprise/contract/money';
import { returnLabelEndpoints } from '@reprise/contract/sales/returns/return-labels';
import type { ReturnState } from '@reprise/contract/sales/returns/return-states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api, fetchFile } from '../../../api/browser-api.ts';
import { openPdf } from '../../../browser/open-pdf.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BuyLabel } from '../../shipping-labels/admin/buy-label.tsx';
import type { LabelCalls } from '../../shipping-labels/admin/label-calls.ts';
import { LabelLine } from '../../shipping-labels/admin/label-line.tsx';
import type { DeskProps } from './admin-return-page.tsx';

function callsOf(number: string): LabelCalls {
  const params = { number };
  return {
    listRates: (body) => api.listReturnRates({ params, body }),
    buy: (body) => api.buyReturnLabel({ params, body }),
    check: (label) => api.checkReturnLabel({ params: { number, label } }),
    refund: (label) => api.refundReturnLabel({ params: { number, label } }),
    open: async () =>
      openPdf(`label-${number}.pdf`, await fetchFile(returnLabelEndpoints.getReturnLabel, { params })),
    refundEffect: 'The customer can no longer print it and gets an email.',
  };
}

/** Buys the label of the way back and shows those that were bought; says so where no carrier offers one. */
export function ReturnLabelCard({ orderReturn }: Pick<DeskProps, 'orderReturn'>) {
  const { number, state, labelBy, labelDeduction } = orderReturn;
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: ['returns', number, 'labels'],
    queryFn: ({ signal }) => api.listReturnLabels({ params: { number } }, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['returns'] });
  const isOpen = state === 'approved';
  if (!isOpen && !(found.data && found.data.labels.length > 0)) return null;
  const calls = callsOf(number);
  return (
    <Card title="Label for the way back">
      <Loaded query={found} failed="The labels could not be loaded" loading={<Skeleton className="h-24" />}>
        {({ canBuy, parcel, labels }) => (
          <div className="grid gap-4">
            {labels.length > 0 && (
              <ul className="grid gap-4">
                {labels.map((label) => (
                  <LabelLine key={label.id} label={label} calls={calls} onChanged={refresh} />
                ))}
              </ul>
            )}
            {endedStates.includes(state) &&
              labels.some((label) => label.state === 'bought' && label.voidProblem === null) && (
                <p className="text-sm">The return has ended: the shop voids this label within a minute.</p>
              )}
            {labelDeduction > 0 && (
              <p className="text-sm">{formatMoney(labelDeduction)} is taken off the refund.</p>
            )}
            {isOpen && !canBuy && <NoCarrier labelBy={labelBy} />}
            {isOpen && parcel && !labels.some(({ state }) => state === 'bought' || state === 'buying') && (
              <>
                <p className="text-sm">
                  {labelBy === 'store'
                    ? 'You pay for the way back. The customer gets the label by email.'
                    : 'The customer pays for the way back: the price is taken off the refund, if the parcel is sent with this label.'}
                </p>
                <BuyLabel calls={calls} parcel={parcel} isExpress={false} onBought={refresh} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const endedStates: readonly ReturnState[] = ['cancelled', 'refused', 'expired'];

function NoCarrier({ labelBy }: Pick<DeskProps['orderReturn'], 'labelBy'>) {
  const can = usePermissions();
  return (
    <p className="text-sm">
      No carrier with return labels is connected.{' '}
      {labelBy === 'store' ? 'Send the customer a label of your own' : 'The customer chooses one'}
      {can('settings.manage') && (
        <>
          , or{' '}
          <Link to="/admin/settings?tab=carrier" className="text-link">
            connect a carrier
          </Link>
        </>
      )}
      .
    </p>
  );
}
