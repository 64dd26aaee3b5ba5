import type { GradeComparison, Lot } from '@reprise/contract/workshop/lots/lot';
import { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList } from '../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { useSelection } from '../../../admin-ui/list/use-selection.ts';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCalendarDay, formatCount, formatDate } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PackageCheck, PackageOpen, Smartphone, Store, Truck } from '../../../ui/icons/lucide.tsx';
import { PageSkeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { chooseAllUnits } from '../../units/admin/acts/choose-all-units.ts';
import { UnitBulkActions } from '../../units/admin/unit-bulk-actions.tsx';
import { unitColumns } from '../../units/admin/unit-columns.tsx';
import type { Route } from './+types/admin-lot-page';
import { CloseLotDialog } from './close-lot-dialog.tsx';
import { LotCostsCard } from './lot-costs-card.tsx';
import { LotDialog } from './lot-form.tsx';
import { ManifestCard } from './manifest/manifest-card.tsx';
import { RemoveExpectedDialog } from './remove-expected-dialog.tsx';

export const meta = ({ params }: Route.MetaArgs) => adminMeta(`Lot ${params.id}`);

/** One lot: its devices, manifest, costs and grades. */
export default function AdminLotPage({ params: { id } }: Route.ComponentProps) {
  const lot = useQuery({
    queryKey: ['lots', 'one', id],
    queryFn: ({ signal }) => api.getLot({ params: { id } }, { signal }),
  });
  return (
    <>
      <Breadcrumb steps={[{ label: 'Lots', to: '/admin/lots' }, { label: lot.data?.lot.number ?? id }]} />
      <Loaded query={lot} failed="This lot could not be loaded" loading={<PageSkeleton />}>
        {(data) => <LotView {...data} />}
      </Loaded>
    </>
  );
}

function LotView({ lot, grades }: { lot: Lot; grades: GradeComparison[] }) {
  const can = usePermissions();
  const { counts } = lot;
  const hasManifest = counts.expected + counts.neverCame + counts.received > counts.extra;
  return (
    <>
      <LotHeader lot={lot} />
      <StatCards
        stats={[
          {
            label: lot.state === 'open' ? 'Expected' : 'Never came',
            Icon: Truck,
            value: formatCount(lot.state === 'open' ? counts.expected : counts.neverCame),
          },
          {
            label: 'Received',
            Icon: PackageOpen,
            value: formatCount(counts.received),
            hint: hasManifest && counts.extra > 0 ? `${formatCount(counts.extra)} not on the manifest` : '',
          },
          { label: 'On sale', Icon: Store, value: formatCount(counts.listed) },
          { label: 'Sold', Icon: PackageCheck, value: formatCount(counts.sold) },
        ]}
      />
      <div className="mb-8 grid items-start gap-4 lg:grid-cols-2">
        <ManifestCard lot={lot} />
        <div className="grid gap-4">
          {can('costs.see') && <LotCostsCard lot={lot} />}
          {grades.length > 0 && <Grades grades={grades} />}
        </div>
      </div>
      <h2 className="mb-3 text-lg">Devices</h2>
      <Devices lot={lot} />
    </>
  );
}

function LotHeader({ lot }: { lot: Lot }) {
  const can = usePermissions();
  const edit = useDialogParam('edit');
  const close = useDialogParam('close');
  const remove = useDialogParam('remove');
  const facts = [
    lot.supplier.name,
    lot.reference,
    lot.taxScheme === 'margin' && 'margin scheme',
    lot.expectedOn && lot.counts.received === 0 && `expected on ${formatCalendarDay(lot.expectedOn)}`,
    lot.receivedAt && `came on ${formatDate(lot.receivedAt)}`,
    lot.receivedAt && claimText(lot.receivedAt, lot.supplier.claimDays),
  ].filter(Boolean);
  return (
    <div className="mt-4 mb-5 flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="tabular text-lg sm:text-xl">{lot.number}</h1>
        <p className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-3 text-ink-muted text-sm">
          <StatusDot tone={lot.state === 'open' ? 'primary' : 'neutral'}>
            {lot.state === 'open' ? 'Open' : 'Closed'}
          </StatusDot>
          {facts.join(' · ')}
        </p>
        {lot.note && <p className="wrap-anywhere mt-1 max-w-prose whitespace-pre-line text-sm">{lot.note}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <ExportButton
          endpoint={lotEndpoints.exportClaimSheet}
          input={{ params: { id: lot.id } }}
          label="Claim sheet"
        />
        <Button variant="outline" onClick={() => edit.open('lot')}>
          Edit
        </Button>
        {lot.state === 'open' && lot.counts.expected > 0 && (
          <Button variant="outline" onClick={() => remove.open('expected')}>
            Remove expected
          </Button>
        )}
        {lot.state === 'open' && can('costs.see') && (
          <Button variant="outline" onClick={() => close.open('lot')}>
            Close lot
          </Button>
        )}
        {can('units.receive') && (
          <Link
            to={`/admin/receive?lot=${lot.id}`}
            className={buttonClass(lot.state === 'open' ? {} : { variant: 'outline' })}
          >
            {lot.state === 'open' ? 'Receive' : 'Receive a late device'}
          </Link>
        )}
      </div>
      {edit.value !== null && <LotDialog lot={lot} onClose={edit.close} onSaved={edit.close} />}
      {remove.value !== null && lot.counts.expected > 0 && (
        <RemoveExpectedDialog lot={lot} onClose={remove.close} />
      )}
      {close.value !== null && lot.state === 'open' && <CloseLotDialog lot={lot} onClose={close.close} />}
    </div>
  );
}

const dayMs = 86_400_000;

function claimText(receivedAt: string, claimDays: number): string {
  const left = Math.ceil((Date.parse(receivedAt) + claimDays * dayMs - Date.now()) / dayMs);
  if (left <= 0) return 'claims are over';
  return left === 1 ? '1 day left to claim' : `${left} days left to claim`;
}

function Grades({ grades }: { grades: GradeComparison[] }) {
  return (
    <Card title="Declared and actual grades" flush>
      <table className="data-table">
        <caption className="sr-only">Devices by declared and actual grade</caption>
        <thead>
          <tr>
            <th scope="col">Declared</th>
            <th scope="col">Actual</th>
            <th scope="col" className="number">
              Devices
            </th>
          </tr>
        </thead>
        <tbody>
          {grades.map(({ declared, actual, units }) => (
            <tr key={`${declared}-${actual}`}>
              <td className="wrap-anywhere">{declared || 'Nothing'}</td>
              <td>{actual ?? 'Not graded yet'}</td>
              <td className="number">{formatCount(units)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Devices({ lot }: { lot: Lot }) {
  const list = useAdminList({
    queryKey: ['units', 'lot', lot.id],
    load: (query, options) => api.listUnits({ query: { ...query, lot: lot.id } }, options),
    rowsOf: ({ units }) => units,
  });
  const selection = useSelection<Unit>(list);
  return (
    <DataList
      name="lot-devices"
      caption="Devices of the lot"
      columns={unitColumns}
      list={list}
      nameOf={({ number }) => number}
      selection={selection}
      chooseAll={() => chooseAllUnits({ lot: lot.id }, selection.choose)}
      bulk={<UnitBulkActions units={selection.rows} onDone={selection.clear} />}
      empty={
        <EmptyState Icon={Smartphone} title="No devices yet">
          Send the manifest of the supplier, or receive devices into this lot.
        </EmptyState>
      }
    />
  );
}
