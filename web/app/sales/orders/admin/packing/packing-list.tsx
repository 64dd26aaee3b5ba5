import type { PackingSummary } from '@reprise/contract/sales/orders/packing';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { useSelection } from '../../../../admin-ui/list/use-selection.ts';
import { ScanField } from '../../../../admin-ui/scan/scan-field.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { Time } from '../../../../admin-ui/time.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ListChecks, PackageCheck } from '../../../../ui/icons/lucide.tsx';
import { pickListUrl } from './pick-list.tsx';

const columns: ListColumn<PackingSummary>[] = [
  {
    id: 'order',
    label: 'Order',
    cell: ({ orderNumber, shippingMethod, short }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Link to={`/admin/pack?order=${orderNumber}`} className="tabular text-link whitespace-nowrap">
          {orderNumber}
        </Link>
        {short > 0 && <Badge tone="bad">{short} short</Badge>}
        {shippingMethod === 'express' && <Badge tone="warn">Express</Badge>}
        {shippingMethod === 'pickup' && <Badge tone="primary">{pickupLabel}</Badge>}
      </span>
    ),
  },
  {
    id: 'placed',
    label: 'Placed',
    phone: 'labelled',
    cell: ({ placedAt }) => <Time value={placedAt} />,
  },
  { id: 'to', label: 'Ship to', cell: ({ name, city }) => `${name}, ${city}` },
  {
    id: 'units',
    label: 'Items',
    number: true,
    phone: 'labelled',
    cell: ({ units, sent }) => (sent > 0 ? `${units} of ${units + sent} left` : units),
  },
  {
    id: 'scanned',
    label: 'Scanned',
    phone: 'labelled',
    cell: ({ toScan, scanned }) =>
      toScan === 0 ? (
        <span className="text-ink-muted">Nothing to scan</span>
      ) : (
        <span className="tabular">
          {scanned} of {toScan}
        </span>
      ),
  },
];

/** Paid orders that have not shipped, short and express ones first. */
export function PackingList({ onOpen }: { onOpen: (number: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const list = useAdminList({
    queryKey: ['packing'],
    load: (query, options) => api.listPacking({ query }, options),
    rowsOf: ({ orders }) => orders,
  });
  const selection = useSelection<PackingSummary>(list);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <ScreenHeader title="Pack">
        <Link to="/admin/pack?view=pick-list" className={buttonClass({ variant: 'outline' })}>
          <ListChecks className="size-4" aria-hidden="true" />
          Pick list
        </Link>
      </ScreenHeader>
      <div className="mb-5 max-w-xl">
        <ScanField
          ref={field}
          placeholder="Order number"
          hint="Scan or type the number on the packing slip, or choose an order below."
          onCode={(code) => onOpen(code.trim())}
        />
      </div>
      <DataList
        name="packing"
        caption="Orders to pack"
        columns={columns}
        list={list}
        nameOf={({ orderNumber }) => orderNumber}
        selection={selection}
        bulk={
          <Link to={pickListUrl(selection.rows)} className={buttonClass({ size: 'sm', variant: 'outline' })}>
            Pick list for these
          </Link>
        }
        empty={
          <EmptyState Icon={PackageCheck} title="Nothing to pack">
            Paid orders appear here.
          </EmptyState>
        }
      />
    </>
  );
}
