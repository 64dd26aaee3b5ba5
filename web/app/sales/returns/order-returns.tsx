import type { ReturnSummary } from '@reprise/contract/sales/returns/return';
import { Link } from 'react-router';
import { nextStepOf } from './next-step.ts';
import { returnHref } from './return-access.ts';

type OrderReturnsProps = { order: string; accessToken: string | null; returns: ReturnSummary[] };

/** Returns of an order, each with its next step. */
export function OrderReturns({ order, accessToken, returns }: OrderReturnsProps) {
  return (
    <ul aria-label="Returns of this order" className="grid gap-3">
      {returns.map((summary) => (
        <li key={summary.id} className="relative rounded-tile border border-line bg-raised p-4 text-sm">
          <Link
            to={returnHref(order, accessToken, summary.number)}
            className="tabular font-medium after:absolute after:inset-0"
          >
            Return {summary.number}
          </Link>
          <p className="text-ink-muted">
            {summary.item}
            {summary.units > 1 && ` and ${summary.units - 1} more`}
          </p>
          <p className="mt-1">{nextStepOf({ ...summary, refuseReason: '' })}</p>
        </li>
      ))}
    </ul>
  );
}
