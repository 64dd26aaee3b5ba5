import type { StockTakeDetail, StockTakeUnit } from '@reprise/contract/workshop/units/stock-takes';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { FeedbackBand, ScanField } from '../../../../admin-ui/scan/scan-field.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../../admin-ui/stat-cards.tsx';
import { formatCount, formatDateTime } from '../../../../formats.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import {
  ArrowLeft,
  ClipboardCheck,
  ListChecks,
  PackageX,
  TriangleAlert,
} from '../../../../ui/icons/lucide.tsx';
import { CloseStockTakeDialog } from './close-stock-take-dialog.tsx';
import { countedPlace, stockTakeUrl } from './stock-take-url.ts';
import { useCount, useStockTake } from './use-stock-take.ts';

/** One stock-take: a field to scan, the counts, and the devices that differ. */
export function StockTakePage({ id }: { id: string }) {
  return (
    <>
      <Link to={stockTakeUrl()} className="text-link mb-2 inline-flex items-center gap-1.5 text-sm">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Stock-takes
      </Link>
      <Loaded query={useStockTake(id)} failed="The stock-take could not be loaded" skeleton="h-48">
        {(detail) => <Counting detail={detail} />}
      </Loaded>
    </>
  );
}

function Counting({ detail: { stockTake, missing, unexpected } }: { detail: StockTakeDetail }) {
  const count = useCount(stockTake.id);
  const can = usePermissions();
  const field = useRef<HTMLInputElement>(null);
  const [isClosing, setClosing] = useState(false);
  const isOpen = stockTake.state === 'open';
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  return (
    <>
      <ScreenHeader title={`Stock-take of ${countedPlace(stockTake.place)}`}>
        {isOpen && can('units.waive') && <Button onClick={() => setClosing(true)}>Close</Button>}
      </ScreenHeader>
      {isOpen ? (
        <div className="mb-4 grid gap-4">
          <ScanField
            ref={field}
            placeholder="Label, serial or IMEI"
            hint="Scan each device. Backspace in the empty field takes the last scan back."
            onCode={count.scan}
            onBackspace={count.undoLast}
          />
          <FeedbackBand feedback={count.feedback} />
        </div>
      ) : (
        <p className="mb-4">
          {stockTake.state === 'closed' ? 'Closed' : 'Discarded, no device was changed'}
          {stockTake.closedAt && `, ${formatDateTime(stockTake.closedAt)}`}
          {stockTake.closedBy && `, ${stockTake.closedBy}`}.
        </p>
      )}
      <Counts stockTake={stockTake} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Devices
          title="Missing"
          total={stockTake.counts.missing}
          units={missing}
          none="Nothing is missing."
          noteOf={({ place }) => (place && stockTake.place === '' ? `Bin ${place}` : '')}
        />
        <Devices
          title="Unexpected"
          total={stockTake.counts.unexpected}
          units={unexpected}
          none="Nothing is here that belongs elsewhere."
          noteOf={({ advice }) => advice}
          actionOf={(unit) =>
            isOpen &&
            unit.canPlaceHere && (
              <Button
                size="sm"
                variant="outline"
                onClick={() => {
                  count.placeHere(unit, stockTake.place);
                  field.current?.focus();
                }}
                aria-label={`Set the bin of ${unit.number} to ${stockTake.place}`}
              >
                Set bin to {stockTake.place}
              </Button>
            )
          }
        />
      </div>
      {isClosing && (
        <CloseStockTakeDialog
          stockTake={stockTake}
          onClose={() => {
            setClosing(false);
            field.current?.focus();
          }}
        />
      )}
    </>
  );
}

function Counts({ stockTake: { state, counts } }: Pick<StockTakeDetail, 'stockTake'>) {
  return (
    <StatCards
      stats={[
        { label: 'Expected', Icon: ListChecks, value: counts.expected },
        { label: 'Found', Icon: ClipboardCheck, value: counts.found },
        {
          label: 'Missing',
          Icon: PackageX,
          value: counts.missing,
          ...(state === 'closed' && { hint: `${formatCount(counts.lost)} removed as lost` }),
        },
        { label: 'Unexpected', Icon: TriangleAlert, value: counts.unexpected },
      ]}
    />
  );
}

type DevicesProps = {
  title: string;
  total: number;
  units: StockTakeUnit[];
  none: string;
  noteOf: (unit: StockTakeUnit) => string;
  actionOf?: (unit: StockTakeUnit) => ReactNode;
};

function Devices({ title, total, units, none, noteOf, actionOf }: DevicesProps) {
  return (
    <section aria-label={title} className="h-fit rounded-tile border border-line bg-raised p-4">
      <h2 className="font-semibold">
        {title} <span className="tabular font-normal text-ink-muted">{formatCount(total)}</span>
      </h2>
      {units.length === 0 && <p className="mt-2 text-ink-muted text-sm">{none}</p>}
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {units.map((unit) => (
          <li key={unit.id} className="grid gap-1 py-3 text-sm">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={`/admin/units/${unit.number}`} className="tabular text-link">
                {unit.number}
              </Link>
              <span className="wrap-anywhere">{unit.name}</span>
              {!unit.hasNumber && <Badge tone="warn">Without a number</Badge>}
            </span>
            {noteOf(unit) && <span className="text-ink-muted">{noteOf(unit)}</span>}
            {actionOf && <span className="empty:hidden">{actionOf(unit)}</span>}
          </li>
        ))}
      </ul>
      {total > units.length && (
        <p className="mt-2 text-ink-muted text-sm">The first {units.length} are shown.</p>
      )}
    </section>
  );
}
