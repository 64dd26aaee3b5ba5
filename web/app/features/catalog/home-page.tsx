import { formatMoney } from '@reprise/contract/money';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { useStoreSettings } from '../settings/store-settings.ts';
import type { Route } from './+types/home-page';

export const meta: Route.MetaFunction = ({ matches }) => {
  const settings = matches[0].loaderData?.settings;
  return [
    { title: settings ? `${settings.storeName}: certified refurbished electronics` : 'Reprise' },
    { name: 'description', content: settings?.storeDescription ?? '' },
  ];
};

export default function HomePage() {
  const settings = useStoreSettings();
  return (
    <section className="page-width py-16 sm:py-24">
      <h1 className="max-w-[16ch] text-display tracking-tight">Good devices, ready for their second run</h1>
      <p className="mt-6 max-w-[48ch] text-ink-muted text-lg">
        Phones, laptops, watches and consoles, inspected one by one, graded plainly and priced below new.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link to="/products" className={buttonClass({ size: 'lg' })}>
          See all products
        </Link>
        <Link to="/categories" className={buttonClass({ size: 'lg', variant: 'outline' })}>
          Browse by category
        </Link>
      </p>
      {settings && (
        <ul className="mt-14 grid gap-x-8 gap-y-3 border-line border-t pt-5 text-sm sm:grid-cols-3">
          <li>{settings.warrantyDays}-day warranty on every device</li>
          <li>{settings.returnDays} days to send it back</li>
          <li>Free shipping over {formatMoney(settings.freeShippingThreshold).replace(/\.00$/, '')}</li>
        </ul>
      )}
    </section>
  );
}
