import type { Order } from '@reprise/contract/sales/orders/order';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { Link } from 'react-router';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';

type LineDevicesProps = { devices: Order['items'][number]['devices'] };

/** Numbers of the devices that were sent for a line, and of those that the buyer chose. */
export function LineDevices({ devices = [] }: LineDevicesProps) {
  const settings = useStoreSettings();
  if (devices.length === 0) return null;
  return (
    <ul className="tabular mt-0.5 grid gap-0.5 text-ink-muted text-sm" aria-label="Devices">
      {devices.map(({ number, identifiers, isChosen, isBack, passport }) => (
        <li key={number} className="flex flex-wrap gap-x-3">
          <span className="whitespace-nowrap">{number}</span>
          {isChosen && <span>Chosen device</span>}
          {isBack && <span>Came back</span>}
          {identifiers.map(({ kind, value }) => (
            <span key={kind} className="wrap-anywhere">
              {identifierLabels[kind]} {value}
            </span>
          ))}
          {passport && settings?.passports && (
            <Link to={`/device/${passport}`} className="text-link" aria-label={`Passport of ${number}`}>
              Passport
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
