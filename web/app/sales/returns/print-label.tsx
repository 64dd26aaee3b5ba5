import { formatMoney } from '@reprise/contract/money';
import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { returnLabelEndpoints } from '@reprise/contract/sales/returns/return-labels';
import { useState } from 'react';
import { fetchFile } from '../../api/browser-api.ts';
import { messageOf } from '../../api/error-message.ts';
import { openPdf } from '../../browser/open-pdf.ts';
import { formatDate } from '../../formats.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { isPastSendDay } from './next-step.ts';
import type { OrderAccess } from './return-access.ts';

type PrintLabelProps = { orderReturn: OrderReturn; access: OrderAccess };

/** Label that the store has bought for the parcel, its last day and what it costs the customer. */
export function PrintLabel({ orderReturn, access }: PrintLabelProps) {
  const { number, label, labelBy, labelDeduction, sendBy } = orderReturn;
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (label === null) return null;
  const print = async () => {
    setLoading(true);
    setProblem(undefined);
    try {
      const file = await fetchFile(returnLabelEndpoints.getReturnLabel, { params: { number } }, access);
      await openPdf(`label-${number}.pdf`, file);
    } catch (error) {
      setProblem(messageOf(error, 'The label could not be loaded. Try again in a moment.'));
    } finally {
      setLoading(false);
    }
  };
  return (
    <section className="grid gap-3 rounded-tile border border-line bg-raised p-4 text-sm">
      <h2 className="font-semibold text-base">Your label</h2>
      <p>
        Print it, stick it on the parcel and hand it to {label.carrier}
        {sendBy && (isPastSendDay(sendBy, new Date()) ? ' today' : ` by ${formatDate(sendBy)}`)}.
      </p>
      <p>
        {labelBy === 'store'
          ? 'We pay for the way back.'
          : `You pay for the way back: the price of the label, ${formatMoney(labelDeduction)}, is taken off your refund. You can send the parcel with another carrier instead; then enter its tracking number below.`}
      </p>
      <FormError message={problem} />
      <Button className="justify-self-start" loading={isLoading} onClick={() => void print()}>
        Print the label
      </Button>
    </section>
  );
}
