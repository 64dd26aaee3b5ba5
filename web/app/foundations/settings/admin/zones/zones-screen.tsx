import type { Settings } from '@reprise/contract/foundations/settings';
import { formatMoney } from '@reprise/contract/money';
import { deliveryDaysText } from '@reprise/contract/sales/orders/delivery';
import { type ShippingZone, zoneOf } from '@reprise/contract/sales/orders/shipping/zones';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { DeleteDialog } from '../../../../admin-ui/delete-dialog.tsx';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { CounterSection } from './counter-section.tsx';
import { ZoneDialog } from './zone-dialog.tsx';

/** Zones of countries with shipping rates and days of their own. */
export default function ZonesScreen() {
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.getSettings({}, { signal }),
    refetchOnMount: 'always',
  });
  return (
    <div className="max-w-lg">
      <Breadcrumb
        steps={[{ label: 'Settings', to: '/admin/settings?tab=shipping' }, { label: 'Shipping zones' }]}
      />
      {!settings.data && <ScreenHeader title="Shipping zones" />}
      <Loaded query={settings} failed="The zones could not be loaded" look="framed" skeleton="h-64">
        {(data) => <ZoneList settings={data.settings} />}
      </Loaded>
    </div>
  );
}

function ZoneList({ settings }: { settings: Settings }) {
  const [edited, setEdited] = useState<ShippingZone | 'new' | null>(null);
  const [removed, setRemoved] = useState<ShippingZone | null>(null);
  const { shippingZones, shipTo } = settings;
  const elsewhere = shipTo.filter((country) => !zoneOf(settings, country));
  return (
    <>
      <ScreenHeader title="Shipping zones">
        <Button onClick={() => setEdited('new')}>Add zone</Button>
      </ScreenHeader>
      <p className="mb-4 text-ink-muted text-sm">
        Countries with rates and days of their own. All others have those of Settings &gt; Shipping.
      </p>
      <ul aria-label="Zones" className="divide-y divide-line rounded-tile border border-line bg-raised">
        {shippingZones.map((zone) => (
          <ZoneRow
            key={zone.name}
            {...zone}
            terms={{ ...settings, ...zone, priceNote: zone.priceNote ?? settings.priceNote }}
          >
            <Button variant="outline" size="sm" onClick={() => setEdited(zone)}>
              Edit<span className="sr-only"> {zone.name}</span>
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setRemoved(zone)}>
              Delete<span className="sr-only"> {zone.name}</span>
            </Button>
          </ZoneRow>
        ))}
        <ZoneRow name="Everywhere else we ship" countries={elsewhere} terms={settings}>
          <Link
            to="/admin/settings?tab=shipping&field=freeShippingThreshold"
            className="py-2 text-link text-sm"
          >
            Change in Settings
          </Link>
        </ZoneRow>
      </ul>
      <CounterSection settings={settings} />
      {edited && (
        <ZoneDialog
          settings={settings}
          zone={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <DeleteZone settings={settings} zone={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

type ZoneRowProps = {
  name: string;
  countries: string[];
  terms: Settings & Pick<ShippingZone, 'takesTaxOff'>;
  children: ReactNode;
};

function ZoneRow({ name, countries, terms, children }: ZoneRowProps) {
  const { freeShippingThreshold, standardShippingRate, expressShippingRate, carrierRates } = terms;
  const isTaxTakenOff = terms.pricesIncludeTax && terms.takesTaxOff;
  return (
    <li className="grid gap-2 px-4 py-4 text-sm">
      <h2 className="font-semibold text-base wrap-anywhere">{name}</h2>
      <p className="text-ink-muted">{countries.join(', ') || 'No country'}</p>
      <ul className="grid gap-0.5">
        <li>
          Standard {formatMoney(standardShippingRate)}, {deliveryDaysText(terms, 'standard')}, free above{' '}
          {formatMoney(freeShippingThreshold)}
        </li>
        <li>
          Express {formatMoney(expressShippingRate)}, {deliveryDaysText(terms, 'express')}
        </li>
        {carrierRates && <li>Rates of carriers</li>}
        {isTaxTakenOff && <li>Your tax comes off where the rate is 0</li>}
        {terms.priceNote !== '' && <li className="wrap-anywhere">Beside prices: “{terms.priceNote}”</li>}
      </ul>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </li>
  );
}

type DeleteZoneProps = { settings: Settings; zone: ShippingZone | null; onClose: () => void };

function DeleteZone({ settings, zone, onClose }: DeleteZoneProps) {
  const queries = useQueryClient();
  const { shippingZones, version } = settings;
  return (
    <DeleteDialog
      title="Delete zone"
      item={zone}
      nameOf={({ name }) => name}
      remove={(item) => {
        const left = shippingZones.filter((one) => one !== item);
        return api.updateSettings({ body: { shippingZones: left, version } });
      }}
      failedMessage="The zone was not deleted. Try again in a moment."
      onDeleted={() => {
        notify('success', 'Zone deleted');
        void queries.invalidateQueries({ queryKey: ['settings'] });
      }}
      onClose={onClose}
    >
      {({ countries }) => (
        <p>
          {countries.join(', ')} will have the rates of everywhere else:{' '}
          {formatMoney(settings.standardShippingRate)} for standard shipping. Orders that were placed keep
          theirs.
        </p>
      )}
    </DeleteDialog>
  );
}
