import { useStoreSettings } from '../settings/store-settings.ts';

/** Shown instead of the cart and the checkout in browsers without JavaScript. */
export function NeedsScripts() {
  const settings = useStoreSettings();
  return (
    <div className="hidden max-w-prose gap-3 noscript:grid">
      <p>
        The cart and the checkout need JavaScript, which is turned off in this browser. Turn it on and reload
        this page to order.
      </p>
      {settings && (
        <p>
          To order without it, write to{' '}
          <a href={`mailto:${settings.storeEmail}`} className="text-link [overflow-wrap:anywhere]">
            {settings.storeEmail}
          </a>{' '}
          or call{' '}
          <a href={`tel:${settings.storePhone.replace(/[^+\d]/g, '')}`} className="text-link">
            {settings.storePhone}
          </a>
          .
        </p>
      )}
    </div>
  );
}
