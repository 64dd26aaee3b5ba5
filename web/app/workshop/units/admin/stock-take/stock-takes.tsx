import { type StockTake, stockTakeEndpoints } from '@reprise/contract/workshop/units/stock-takes';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatCount, formatDateTime } from '../../../../formats.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { ArrowLeft, ClipboardCheck } from '../../../../ui/icons/lucide.tsx';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { binLabelsUrl } from '../labels/labels-url.ts';
import { countedPlace, stockTakeUrl } from './stock-take-url.ts';

/** Starts a stock-take, and leads to those that are open or done. */
export function StockTakes() {
  const stockTakes = useQuery({
    queryKey: ['stock-takes'],
    queryFn: ({ signal }) => api.listStockTakes({}, { signal }),
  });
  return (
    <>
      <Link to="/admin/units" className="text-link mb-2 inline-flex items-center gap-1.5 text-sm">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Devices
      </Link>
      <ScreenHeader title="Stock-takes">
        <Link to={binLabelsUrl} className={buttonClass({ variant: 'outline' })}>
          Print bin labels
        </Link>
      </ScreenHeader>
      <StartForm />
      <Loaded query={stockTakes} failed="The stock-takes could not be loaded" skeleton="h-40">
        {({ stockTakes }) =>
          stockTakes.length === 0 ? (
            <EmptyState Icon={ClipboardCheck} title="No stock-take yet">
              Count a bin: scan what is in it, and see what is missing and what should be elsewhere.
            </EmptyState>
          ) : (
            <ul
              aria-label="Stock-takes"
              className="divide-y divide-line rounded-tile border border-line bg-raised"
            >
              {stockTakes.map((stockTake) => (
                <StockTakeRow key={stockTake.id} stockTake={stockTake} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function StartForm() {
  const navigate = useNavigate();
  const form = useSavedForm({
    defaultValues: { place: '' },
    schema: stockTakeEndpoints.startStockTake.body,
    bodyOf: ({ place }) => ({ place: place.replace(/^BIN-/i, '') }),
    save: (body) => api.startStockTake({ body }),
    invalidates: [['stock-takes']],
    onSaved: ({ stockTake }) => navigate(stockTakeUrl(stockTake.id)),
  });
  return (
    <form noValidate aria-label="New stock-take" className="mb-6 grid max-w-xl gap-3" onSubmit={form.submit}>
      <div className="flex items-start gap-3">
        <div className="min-w-40 flex-1">
          <TextInput
            label="Bin"
            hint="Leave it empty to count all devices in the house."
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            {...form.field('place')}
          />
        </div>
        {/* Beside the field, below its label. */}
        <Button type="submit" className="mt-6.5" loading={form.isSaving}>
          Start counting
        </Button>
      </div>
      {form.failure && <ProblemBox message={form.failure} />}
    </form>
  );
}

const stateBadges = {
  open: <Badge tone="warn">Open</Badge>,
  closed: <Badge tone="good">Closed</Badge>,
  discarded: <Badge>Discarded</Badge>,
};

function StockTakeRow({ stockTake }: { stockTake: StockTake }) {
  const { id, place, state, startedAt, startedBy, counts } = stockTake;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 p-4">
      <span className="flex flex-wrap items-center gap-2">
        <Link to={stockTakeUrl(id)} className="text-link font-medium first-letter:uppercase">
          {countedPlace(place)}
        </Link>
        {stateBadges[state]}
      </span>
      <span className="tabular text-ink-muted text-sm">
        {formatCount(counts.found)} of {formatCount(counts.expected)} found
        {state === 'closed' && `, ${formatCount(counts.lost)} lost`} · {formatDateTime(startedAt)}
        {startedBy && `, ${startedBy}`}
      </span>
    </li>
  );
}
