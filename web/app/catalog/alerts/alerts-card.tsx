import type { AlertKind, OwnAlert } from '@reprise/contract/catalog/alerts';
import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { formatMoney } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { ProductThumb } from '../../sales/cart/product-thumb.tsx';
import { Button } from '../../ui/button.tsx';
import { CardSection } from '../../ui/card-group.tsx';
import { notify } from '../../ui/overlays/notify.ts';

/** Active alerts of the customer. */
export function AlertsCard({ loaded }: { loaded: OwnAlert[] }) {
  const [alerts, setAlerts] = useState(loaded);
  const [ending, setEnding] = useState<string | null>(null);

  async function removeAlert({ id, product }: OwnAlert): Promise<void> {
    setEnding(id);
    try {
      await api.stopOwnAlert({ params: { id } });
    } catch (error) {
      // The alert was sent or ended elsewhere, so it is gone either way.
      if (problemCodeOf(error) !== 'NOT_FOUND') {
        notify('error', 'Nothing was changed. Please try again.');
        return setEnding(null);
      }
    }
    setEnding(null);
    setAlerts((before) => before.filter((alert) => alert.id !== id));
    notify('success', `The alert for ${product.name} was removed.`);
  }

  return (
    <CardSection title="Alerts">
      {alerts.length === 0 && (
        <p className="text-ink-muted text-sm">
          No alerts yet. Set one on a product’s page to hear when it is back in stock or costs less.
        </p>
      )}
      <ul className="-my-3 divide-y divide-line empty:hidden">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex items-center gap-4 py-3">
            <ProductThumb image={alert.product.image} size="sm" />
            <div className="min-w-0 flex-1">
              <Link
                to={`/product/${alert.product.slug}`}
                className="line-clamp-2 font-medium underline-offset-4 hover:underline"
              >
                {alert.product.name}
              </Link>
              <p className="text-ink-muted text-sm">
                {conditionLabels[alert.product.condition]}. {descriptions[alert.kind](alert)}
              </p>
            </div>
            <Button
              variant="ghost"
              size="sm"
              loading={ending === alert.id}
              aria-label={`Remove the alert for ${alert.product.name}`}
              onClick={() => void removeAlert(alert)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

const descriptions: Record<AlertKind, (alert: OwnAlert) => string> = {
  'back-in-stock': () => 'One email when it is back in stock',
  'price-drop': ({ price }) => `One email when it costs less than ${formatMoney(price)}`,
};
