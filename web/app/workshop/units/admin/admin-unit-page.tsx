import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { carrierText } from '@reprise/contract/workshop/units/carrier';
import type { Unit, UnitEvent } from '@reprise/contract/workshop/units/unit';
import { movesByHand } from '@reprise/contract/workshop/units/unit-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { Thumb } from '../../../admin-ui/thumb.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { PageSkeleton } from '../../../ui/skeleton.tsx';
import { PhotoPanel } from '../photos/photo-panel.tsx';
import type { Route } from './+types/admin-unit-page';
import { AssignButton } from './bench/assign-button.tsx';
import { UnitBenchPanel } from './bench/unit-bench-panel.tsx';
import { labelsUrl } from './labels/labels-url.ts';
import { ListUnitsDialog } from './list-units-dialog.tsx';
import { MoveUnitsDialog } from './move-units-dialog.tsx';
import { PlaceUnitsDialog } from './place-units-dialog.tsx';
import { RepairPanel } from './repairs/repair-panel.tsx';
import { TakeBackButton } from './take-back-button.tsx';
import { UnitCostsPanel } from './unit-costs-panel.tsx';
import { UnitEditor } from './unit-editor.tsx';
import { UnitHistory } from './unit-history.tsx';
import { UnitIdentifiers } from './unit-identifiers.tsx';
import { UnitPassport } from './unit-passport.tsx';
import { UnitPricingPanel } from './unit-pricing-panel.tsx';
import { UnitStateDot } from './unit-state.tsx';

export const meta = ({ params }: Route.MetaArgs) => adminMeta(`Device ${params.id}`);

export default function AdminUnitPage({ params: { id } }: Route.ComponentProps) {
  const unit = useQuery({
    queryKey: ['units', 'one', id],
    queryFn: ({ signal }) => api.getUnit({ params: { id } }, { signal }),
  });
  return (
    <>
      <Breadcrumb
        steps={[{ label: 'Devices', to: '/admin/units' }, { label: unit.data?.unit.number ?? id }]}
      />
      <Loaded query={unit} failed="This device could not be loaded" loading={<PageSkeleton />}>
        {(data) => <UnitView key={data.unit.id} {...data} />}
      </Loaded>
    </>
  );
}

function UnitView({ unit, events }: { unit: Unit; events: UnitEvent[] }) {
  const can = usePermissions();
  return (
    <>
      <UnitHeader unit={unit} />
      {unit.state !== 'gone' && (
        <div className="mb-8">
          <Section title="Before the sale">
            <UnitBenchPanel unit={unit} />
          </Section>
        </div>
      )}
      <div className="mb-8">
        <Section title="Repairs">
          <RepairPanel unit={unit} />
        </Section>
      </div>
      <div id="photos" className="mb-8 scroll-mt-6">
        <Section title="Photos">
          <PhotoPanel unit={unit} />
        </Section>
      </div>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-8">
          <Section title="IMEI and serial number">
            <UnitIdentifiers unit={unit} />
          </Section>
          <Section title="Passport">
            <UnitPassport unit={unit} />
          </Section>
          <Section title="Model and note">
            <UnitEditor key={unit.version} unit={unit} />
          </Section>
          {can('costs.see') && unit.state !== 'gone' && (
            <Section title="Price">
              <UnitPricingPanel unit={unit} />
            </Section>
          )}
          {can('costs.see') && (
            <Section title="Cost">
              <UnitCostsPanel unit={unit} />
            </Section>
          )}
        </div>
        <Section title="History">
          <UnitHistory events={events} />
        </Section>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 border-line border-b pb-1.5 font-semibold text-sm">{title}</h2>
      {children}
    </section>
  );
}

/** Gate that the unit passed without all steps: a waiver with its reason, or no record at all. */
function UnitGate({ unit: { gate, waiver } }: { unit: Unit }) {
  if (gate === 'unrecorded') return <Badge tone="warn">No record of its steps</Badge>;
  if (!waiver) return null;
  const by = waiver.by ? ` by ${waiver.by}` : '';
  return (
    <span className="wrap-anywhere text-warn-text">
      Steps waived{by}
      {waiver.reason && `: ${waiver.reason}`}
    </span>
  );
}

/** Product that sells the unit and the order it belongs to. */
function UnitSale({ unit: { product, order, isAssumed } }: { unit: Unit }) {
  const can = usePermissions();
  return (
    <>
      {product &&
        (can('catalog.manage') ? (
          <Link to={`/admin/products/${product.id}/stock`} className="text-link">
            {product.name}, {conditionLabels[product.condition]}
          </Link>
        ) : (
          <span>
            {product.name}, {conditionLabels[product.condition]}
          </span>
        ))}
      {order &&
        (can('orders.read') ? (
          <Link to={`/admin/orders?order=${order}`} className="tabular text-link">
            Order {order}
          </Link>
        ) : (
          <span className="tabular">Order {order}</span>
        ))}
      {isAssumed && <Badge tone="warn">Not scanned for it: another device may have left</Badge>}
    </>
  );
}

/** Lot that the unit came with, and what the supplier declared. */
function UnitLot({ unit: { lot } }: { unit: Unit }) {
  const can = usePermissions();
  if (!lot) return null;
  const name = `Lot ${lot.number} of ${lot.supplier}`;
  const declared = [
    lot.declared,
    lot.declaredBattery !== null && `battery ${lot.declaredBattery}%`,
    carrierText(lot.declaredCarrier).replace(/^[UL]/, (letter) => letter.toLowerCase()),
  ].filter(Boolean);
  return (
    <>
      {can('lots.manage') ? (
        <Link to={`/admin/lots/${lot.number}`} className="text-link">
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      {lot.taxScheme === 'margin' && <span>Margin scheme</span>}
      {declared.length > 0 && <span>Declared as {declared.join(', ')}</span>}
      {lot.line && <span>Line {lot.line} of the supplier</span>}
      {lot.declared === null && <span>Not on the manifest</span>}
    </>
  );
}

function UnitHeader({ unit }: { unit: Unit }) {
  const can = usePermissions();
  const [open, setOpen] = useState<'move' | 'place' | 'list' | null>(null);
  const close = () => setOpen(null);
  const isReady = unit.state === 'ready' && can('units.list');
  return (
    <div className="mt-4 mb-6 flex flex-wrap items-start justify-between gap-4">
      <div className="flex min-w-0 gap-4">
        <Thumb src={unit.model.image ?? undefined} className="size-16" />
        <div className="min-w-0">
          <h1 className="tabular text-lg sm:text-xl">{unit.number}</h1>
          <p className="wrap-anywhere">{unit.model.name}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-muted text-sm">
            <UnitStateDot unit={unit} />
            <span>since {formatDateTime(unit.stateSince)}</span>
            {unit.place && <span>Bin {unit.place}</span>}
            {unit.assignee && <span>{unit.assignee.name ?? 'A deleted account'} works on it</span>}
            {unit.carrier !== null && <span>{carrierText(unit.carrier)}</span>}
            <UnitGate unit={unit} />
            <UnitSale unit={unit} />
            <UnitLot unit={unit} />
            {unit.previous && (
              <Link to={`/admin/units/${unit.previous}`} className="text-link">
                Was here before as {unit.previous}
              </Link>
            )}
            {unit.next && (
              <Link to={`/admin/units/${unit.next}`} className="text-link">
                Bought again as {unit.next}
              </Link>
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {can('units.receive') && (
          <>
            <Link to={labelsUrl([unit])} className={buttonClass({ variant: 'outline' })}>
              Print label
            </Link>
            {unit.state !== 'gone' && (
              <Button variant="outline" onClick={() => setOpen('place')}>
                Set bin
              </Button>
            )}
          </>
        )}
        {can('units.receive') && <TakeBackButton unit={unit} />}
        {can('units.bench') && <AssignButton unit={unit} />}
        {can('units.bench') && movesByHand[unit.state].length > 0 && (
          <Button variant="outline" onClick={() => setOpen('move')}>
            Move
          </Button>
        )}
        {isReady && <Button onClick={() => setOpen('list')}>Put on sale</Button>}
      </div>
      {open === 'move' && <MoveUnitsDialog units={[unit]} onClose={close} onDone={close} />}
      {open === 'list' && <ListUnitsDialog units={[unit]} onClose={close} onDone={close} />}
      {open === 'place' && <PlaceUnitsDialog units={[unit]} onClose={close} onDone={close} />}
    </div>
  );
}
