import type { Order } from '@reprise/contract/sales/orders/order';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { Link } from 'react-router';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';

type LineDevicesProps = Pick<Order['items'][number], 'devices' | 'returnedDevices'>;

/** Numbers of the devices that were sent for a line, also of those that were returned, and of those that the buyer chose. */
export function LineDevices({ devices = [], returnedDevices = [] }: LineDevicesProps) {
  const settings = useStoreSettings();
  if (devices.length + returnedDevices.length === 0) return null;
  return (
    <ul className="tabular mt-0.5 grid gap-0.5 text-ink-muted text-sm" aria-label="Devices">
      {devices.map(({ number, identifiers, isChosen, isBack, passport }) => (
        <li key={number} className="flex flex-wrap gap-x-3">
          <span className="whitespace-nowrap">{number}</span>
          {isChosen && <span>Chosen device</span>}
          {isBack && <span>Came back</span>}
          <Identifiers identifiers={identifiers} />
          {passport && settings?.passports && (
            <Link to={`/device/${passport}`} className="text-link" aria-label={`Passport of ${number}`}>
              Passport
            </Link>
          )}
        </li>
      ))}
      {returnedDevices.map(({ number, identifiers }) => (
        <li key={number} className="flex flex-wrap gap-x-3">
          <span className="whitespace-nowrap">{number}</span>
          <span>Returned</span>
          <Identifiers identifiers={identifiers} />
        </li>
      ))}
    </ul>
  );
}

type Sent = NonNullable<LineDevicesProps['returnedDevices']>[number];

function Identifiers({ identifiers }: Pick<Sent, 'identifiers'>) {
  return identifiers.map(({ kind, value }) => (
    <span key={kind} className="wrap-anywhere">
      {identifierLabels[kind]} {value}
    </span>
  ));
}
