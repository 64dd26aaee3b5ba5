import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { lazy, Suspense } from 'react';
import { formatDate } from '../../formats.ts';

const QrCode = lazy(() => import('../../ui/drawings/qr-code.tsx'));

/** Code of a return that the desk scans. */
export function ReturnCode({ number }: Pick<OrderReturn, 'number'>) {
  return (
    <div className="size-32 shrink-0">
      <Suspense>
        <QrCode text={number} label={`Code of return ${number}`} />
      </Suspense>
    </div>
  );
}

/** Slip for the parcel of a return; only printed. */
export function ReturnSheet({ orderReturn }: { orderReturn: OrderReturn }) {
  const { number, orderNumber, sendBy, sendTo, lines } = orderReturn;
  return (
    <article className="hidden text-sm print:block" aria-label={`Return slip ${number}`}>
      <div className="flex items-start justify-between gap-8">
        <div>
          <h1 className="text-2xl">Return {number}</h1>
          <p className="tabular mt-1">
            Order {orderNumber}
            {sendBy && (
              <>
                <br />
                To be sent by {formatDate(sendBy)}
              </>
            )}
          </p>
        </div>
        <ReturnCode number={number} />
      </div>
      {sendTo.length > 0 && (
        <address className="mt-8 whitespace-pre-line text-base not-italic">
          <span className="caption block">Send to</span>
          {sendTo.join('\n')}
        </address>
      )}
      <table className="mt-8 w-full border-collapse text-left">
        <thead>
          <tr className="border-ink border-b">
            <th scope="col" className="py-2 font-semibold">
              In this parcel
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Device or quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, product, unit, quantity }) => (
            <tr key={id} className="border-line border-b">
              <td className="wrap-anywhere py-2 pr-4">{product.name}</td>
              <td className="tabular py-2 text-right">{unit ?? quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-8 text-ink-muted">Put this slip into the parcel. We scan it when it arrives.</p>
    </article>
  );
}
