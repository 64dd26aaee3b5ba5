import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';
import {
  type UnitWipe,
  wipeCategoryLabels,
  wipeResultLabels,
  wipeVerificationLabels,
} from '@reprise/contract/workshop/units/bench';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { NotLoaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatDate, formatTime } from '../../../../formats.ts';
import { useStoreSettings } from '../../../../foundations/settings/store-settings.ts';
import { Button } from '../../../../ui/button.tsx';
import { Printer } from '../../../../ui/icons/lucide.tsx';
import type { Route } from './+types/erasure-certificate-page';

export const meta = () => adminMeta('Certificate of erasure');

/** Certificate of one erasure with the fields that NIST SP 800-88 asks for, on one sheet to print. */
export default function ErasureCertificatePage({ params: { id } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  const certificate = searchParams.get('certificate') ?? '';
  const store = useStoreSettings();
  const erasure = useQuery({
    queryKey: ['units', 'certificate', id, certificate],
    queryFn: () => readErasure(id, certificate),
  });
  const { data } = erasure;
  if (!data || !store)
    return (
      <NotLoaded query={erasure} failed="The certificate could not be loaded" skeleton="h-96 max-w-lg" />
    );
  return (
    <div className="max-w-lg">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={`/admin/units/${data.unit.number}`} className="text-link">
          Back to {data.unit.number}
        </Link>
        <Button onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </Button>
      </div>
      <CertificateSheet {...data} store={store} />
    </div>
  );
}

async function readErasure(id: string, certificate: string): Promise<{ unit: Unit; wipe: UnitWipe }> {
  const params = { id };
  const [{ unit }, { bench }] = await Promise.all([api.getUnit({ params }), api.getUnitBench({ params })]);
  const wipe = bench.wipes.find((record) => record.certificate === certificate);
  if (!wipe) throw new Problem('NOT_FOUND', 'This device has no erasure with this number.');
  return { unit, wipe };
}

type CertificateSheetProps = { unit: Unit; wipe: UnitWipe; store: PublicSettings };

function CertificateSheet({ unit, wipe, store }: CertificateSheetProps) {
  const { model, identifiers, number } = unit;
  const facts: [term: string, value: string][] = [
    ['Device', `${model.brand} ${model.name}`],
    ['Device number', number],
    ...identifiers.map(({ kind, value }): [string, string] => [identifierLabels[kind], value]),
    ['Result', wipeResultLabels[wipe.result]],
    ...given('NIST SP 800-88 category', wipe.category && wipeCategoryLabels[wipe.category]),
    ['Method', wipe.method],
    ...given('Tool', wipe.tool),
    ...given('Report of the tool', wipe.reference),
    ...wipe.media.map(({ serial, model, type, result }): [string, string] => [
      'Drive',
      [type, model, serial, wipeResultLabels[result].toLowerCase()].filter(Boolean).join(', '),
    ]),
    ...given('Began', wipe.beganAt && timeOf(wipe.beganAt)),
    ...given('Ended', wipe.endedAt && timeOf(wipe.endedAt)),
    ['Verification', wipeVerificationLabels[wipe.verification]],
    // A tool that reports its own times was run by another person at another time, perhaps.
    [wipe.endedAt ? 'Recorded by' : 'Erased by', nameOf(wipe.actor)],
    [wipe.endedAt ? 'Recorded on' : 'Erased on', timeOf(wipe.at)],
    ...(wipe.verified
      ? ([
          ['Verified by', nameOf(wipe.verified.actor)],
          ['Verified on', timeOf(wipe.verified.at)],
        ] as [string, string][])
      : []),
  ];
  return (
    <article className="rounded-tile border border-line bg-raised p-6 sm:p-10 print:border-0 print:bg-transparent print:p-0">
      <p className="font-semibold">{store.storeName}</p>
      <p className="wrap-anywhere text-ink-muted text-sm">
        {[store.storeAddress, store.storeEmail, store.storePhone].filter(Boolean).join(' · ')}
      </p>
      <h1 className="mt-8 text-xl">Certificate of erasure</h1>
      <p className="tabular mt-1 text-ink-muted">{wipe.certificate}</p>
      <dl className="mt-6 divide-y divide-line border-line border-y text-sm">
        {facts.map(([term, value]) => (
          <div
            key={`${term} ${value}`}
            className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)] print:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt className="text-ink-muted">{term}</dt>
            <dd className="wrap-anywhere tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm">
        {wipe.result === 'passed'
          ? 'The data of earlier owners was erased from this device as stated above.'
          : 'The erasure of this device failed. It must not be sold or passed on.'}
      </p>
      <div className="mt-16 grid grid-cols-2 gap-8 text-ink-muted text-sm">
        <p className="border-line-strong border-t pt-1.5">Place and date</p>
        <p className="border-line-strong border-t pt-1.5">Signature</p>
      </div>
    </article>
  );
}

const given = (term: string, value: string | null): [string, string][] => (value ? [[term, value]] : []);

const nameOf = (actor: string | null) => actor ?? 'A deleted account';

/** With the year: a certificate is read years later. */
const timeOf = (moment: string) => `${formatDate(moment)}, ${formatTime(moment)}`;
