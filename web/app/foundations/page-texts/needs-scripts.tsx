import { useStoreSettings } from '../settings/store-settings.ts';
import { ContactLine } from './text-page.tsx';

type NeedsScriptsProps = {
  /** True in the cart and at the checkout. */
  isOrdering?: boolean;
};

/** Shown instead of pages that know their visitor, in browsers without JavaScript. */
export function NeedsScripts({ isOrdering = false }: NeedsScriptsProps) {
  const settings = useStoreSettings();
  return (
    <div className="hidden max-w-prose gap-3 noscript:grid">
      <p>
        {isOrdering ? 'The cart and the checkout need' : 'This page needs'} JavaScript, which is turned off in
        this browser. Turn it on and reload this page{isOrdering && ' to order'}.
      </p>
      {(settings?.storeEmail || settings?.storePhone) && (
        <p>
          {isOrdering ? 'To order' : 'For help'} without it, contact us: <ContactLine settings={settings} />.
        </p>
      )}
    </div>
  );
}
