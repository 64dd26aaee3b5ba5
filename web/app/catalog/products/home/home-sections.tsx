import {
  conditionLabels,
  conditionMeanings,
  conditions,
} from '@reprise/contract/catalog/products/conditions';
import { formatTenths } from '@reprise/contract/formats';
import { formatMoney } from '@reprise/contract/money';
import { homeNote, homeRates } from '@reprise/contract/sales/orders/shipping/zones';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../formats.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import type { LucideIcon } from '../../../ui/icons/icon.tsx';
import { Headset, RotateCcw, ShieldCheck, Truck } from '../../../ui/icons/lucide.tsx';
import { serializeListParams, wholeList } from '../listing/list-params.ts';

const steps = [
  ['Received', 'Traded in by its owner, or returned barely used. Either way, its data is erased.'],
  [
    'Inspected',
    'Display, buttons, ports, cameras, radios, battery: each is tested, and faulty parts are replaced.',
  ],
  ['Graded', 'Like New, Good or Fair by visible wear; Certified Refurbished by the work done.'],
  ['Shipped', 'Cleaned, packed and shipped with a warranty and time to return it.'],
] as const;

/** Explains the refurbishing process in four steps. */
export function RefurbishingSteps() {
  return (
    <section className="border-line border-y bg-sunken">
      <div className="page-width py-14 lg:py-20">
        <h2 className="text-xl">How we refurbish</h2>
        <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(([title, text], index) => (
            <li key={title} className="border-ink/70 border-t pt-4">
              <span className="tabular text-ink-muted text-sm" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="mt-1 font-semibold text-base tracking-normal">{title}</h3>
              <p className="mt-1.5 text-ink-muted text-sm">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Explains the conditions; each links to its products. */
export function Grades() {
  return (
    <section id="grades" className="page-width grid gap-x-16 gap-y-8 py-16 lg:grid-cols-[18rem_1fr] lg:py-24">
      <div>
        <h2 className="text-xl">What the grades mean</h2>
        <p className="mt-3 max-w-text text-ink-muted text-sm">
          Like New, Good and Fair describe the wear you can see. Certified Refurbished describes the work
          done. Every device works fully.
        </p>
      </div>
      <dl className="border-line border-t">
        {conditions.map((condition) => (
          <div
            key={condition}
            className="group relative grid items-baseline gap-x-6 gap-y-0.5 border-line border-b py-4 sm:grid-cols-[13rem_1fr_auto]"
          >
            <dt className="font-semibold">{conditionLabels[condition]}</dt>
            <dd className="text-ink-muted">{conditionMeanings[condition]}</dd>
            <dd>
              <Link
                to={`/products${serializeListParams({ ...wholeList, conditions: [condition] })}`}
                aria-label={`Shop ${conditionLabels[condition]}`}
                className="text-link text-sm after:absolute after:inset-0"
              >
                Shop
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Lists the store's terms from its settings. */
export function Benefits() {
  const settings = useStoreSettings();
  if (!settings) return null;
  const { freeShippingThreshold, standardShippingRate } = homeRates(settings);
  const threshold = formatMoney(freeShippingThreshold).replace(/\.00$/, '');
  return (
    <section aria-label="What you can count on" className="border-line border-y">
      <ul className="page-width grid gap-x-8 gap-y-8 py-12 sm:grid-cols-2 lg:grid-cols-4">
        <Benefit Icon={ShieldCheck} title={`${settings.warrantyDays}-day warranty`} to="/warranty">
          On every device, against functional defects; longer where its page says so.
        </Benefit>
        <Benefit
          Icon={RotateCcw}
          title={settings.returnsVary ? 'Returns' : `${settings.returnDays}-day returns`}
          to="/returns"
        >
          {settings.returnsVary
            ? 'The page of each product says how long you can return it.'
            : 'Not what you hoped for? Send it back.'}
        </Benefit>
        {settings.lacksShippingRates ? (
          <Benefit Icon={Truck} title="Shipping" to="/shipping">
            The store has not set its rates yet.
          </Benefit>
        ) : (
          <Benefit Icon={Truck} title={`Free shipping over ${threshold}`} to="/shipping">
            Below that, standard shipping is {formatMoney(standardShippingRate)}
            {homeNote(settings)}.
          </Benefit>
        )}
        <Benefit
          Icon={Headset}
          title={settings.supportHours ? `${settings.supportHours} support` : 'Support'}
          to="/support"
        >
          By email{settings.storePhone && ' or phone'}, from people who know the devices.
        </Benefit>
      </ul>
    </section>
  );
}

type BenefitProps = { Icon: LucideIcon; title: string; to: string; children: ReactNode };

function Benefit({ Icon, title, to, children }: BenefitProps) {
  return (
    <li className="relative flex gap-4">
      <Icon className="mt-0.5 size-6 shrink-0 text-primary-text" strokeWidth={1.5} aria-hidden="true" />
      <div>
        <h3 className="font-semibold text-base tracking-normal">
          <Link to={to} className="after:absolute after:inset-0 hover:underline hover:underline-offset-4">
            {title}
          </Link>
        </h3>
        <p className="mt-0.5 text-ink-muted text-sm">{children}</p>
      </div>
    </li>
  );
}

export type ShopFacts = {
  devicesSold: number;
  modelsListed: number;
  averageSavingPercent: number;
  averageRating: number;
  reviewCount: number;
};

/** Shows statistics of the shop, without those that are zero. */
export function Facts({ facts }: { facts: ShopFacts }) {
  const nonZeroFacts = [
    { value: facts.devicesSold, text: formatCount(facts.devicesSold), label: 'devices sold' },
    {
      value: facts.averageSavingPercent,
      text: `${facts.averageSavingPercent}%`,
      label: 'average saving against the price when new',
    },
    {
      value: facts.reviewCount,
      text: `${formatTenths(facts.averageRating)} of 5`,
      label: `average of ${formatCount(facts.reviewCount)} ${facts.reviewCount === 1 ? 'review' : 'reviews'}`,
    },
    {
      value: facts.modelsListed,
      text: formatCount(facts.modelsListed),
      label: `${facts.modelsListed === 1 ? 'product' : 'products'} listed today`,
    },
  ].filter(({ value }) => value > 0);
  if (nonZeroFacts.length === 0) return null;
  return (
    <section aria-label="The shop in numbers" className="page-width pt-16 lg:pt-20">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-10 lg:grid-cols-4">
        {nonZeroFacts.map(({ text, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 max-w-[22ch] text-ink-muted text-sm">{label}</dt>
            <dd className="tabular font-semibold text-2xl tracking-tight">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
