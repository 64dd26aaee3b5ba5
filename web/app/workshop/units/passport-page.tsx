import { checkLabels, flagTexts } from '@reprise/contract/catalog/grading/device-checks';
import { carrierText } from '@reprise/contract/workshop/units/carrier';
import type { Passport } from '@reprise/contract/workshop/units/passport';
import { partLabels, partQualityLabels } from '@reprise/contract/workshop/units/repairs';
import { photoViewLabels } from '@reprise/contract/workshop/units/unit-photos';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { formatDate } from '../../formats.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { BatteryMedium, Check, ShieldCheck, TriangleAlert, Wrench } from '../../ui/icons/lucide.tsx';
import { ResponsiveImage } from '../../ui/image.tsx';
import { isMissingPage, Problem } from '../../ui/problem-page.tsx';
import type { Route } from './+types/passport-page';
import { MatchForm } from './match-form.tsx';
import { PhotoMarks } from './photos/photo-marks.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  return context.get(apiContext).getPassport({ params: { token: params.token } });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Device passport', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/** Public record of one device, behind the address in the QR code of its label. */
export default function PassportPage({ loaderData: { passport }, params }: Route.ComponentProps) {
  const { model, brand, carrier, grade, parts, photos, canMatch } = passport;
  return (
    <article className="page-width pt-8 pb-24 sm:pt-12">
      <div className="mx-auto grid max-w-3xl gap-10">
        <header>
          <p className="caption">Device passport</p>
          <h1 className="wrap-anywhere mt-1 text-2xl">{model}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-2 text-ink-muted">
            {brand}
            {grade && <Badge tone="good">{grade.name}</Badge>}
            {carrier !== null && <span>{carrierText(carrier)}</span>}
          </p>
        </header>
        {photos.length > 0 && <Photos photos={photos} />}
        <Facts passport={passport} />
        {grade && <Grade grade={grade} />}
        <Tests passport={passport} />
        {parts.length > 0 && <Parts parts={parts} />}
        {canMatch && (
          <Section title="Is your device this one?">
            <MatchForm key={params.token} token={params.token} />
          </Section>
        )}
        <p className="text-ink-muted text-sm">
          This page names no person and no price. It stays with the device when you sell it on.
        </p>
      </div>
    </article>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="border-line border-b pb-2 text-lg">{title}</h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}

function Photos({ photos }: Pick<Passport, 'photos'>) {
  return (
    <ul className="-mx-4 flex snap-x gap-3 overflow-x-auto px-4 pb-2" aria-label="Photos of this device">
      {photos.map(({ url, width, height, view, words, marks }) => (
        <li key={url} className="w-64 shrink-0 snap-start sm:w-72">
          <div className="relative overflow-hidden rounded-tile border border-line">
            <ResponsiveImage
              src={url}
              width={width}
              height={height}
              sizes="18rem"
              loading="lazy"
              alt={photoViewLabels[view]}
              className="h-auto w-full"
            />
            <PhotoMarks marks={marks} />
          </div>
          <p className="mt-2 font-medium text-sm">{photoViewLabels[view]}</p>
          {words && <p className="text-ink-muted text-sm">{words}</p>}
          {marks.length > 0 && (
            <ol className="mt-1 list-decimal pl-5 text-sm">
              {marks.map(({ name, x, y }) => (
                <li key={`${x} ${y} ${name}`}>{name}</li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ passport: { battery, erasure } }: { passport: Passport }) {
  if (!battery && !erasure) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {battery && (
        <div className="rounded-tile border border-line bg-raised p-5">
          <BatteryMedium className="size-6 text-good-text" aria-hidden="true" />
          <h2 className="mt-2 text-base">Battery</h2>
          <p className="tabular mt-1 font-semibold text-2xl">{battery.percent}%</p>
          <p className="text-ink-muted text-sm">
            of its capacity when new{battery.cycles !== null && `, ${battery.cycles} cycles`}, measured{' '}
            {formatDate(battery.at)}
          </p>
        </div>
      )}
      {erasure && (
        <div className="rounded-tile border border-line bg-raised p-5">
          <ShieldCheck className="size-6 text-good-text" aria-hidden="true" />
          <h2 className="mt-2 text-base">Data erased</h2>
          <p className="tabular mt-1 font-semibold">Certificate {erasure.certificate}</p>
          <p className="text-ink-muted text-sm">
            {[erasure.standard, erasure.category?.toLowerCase(), formatDate(erasure.at)]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
      )}
    </div>
  );
}

function Grade({ grade: { name, words, at } }: { grade: NonNullable<Passport['grade']> }) {
  return (
    <Section title={`Grade: ${name}`}>
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        {words.map(({ surface, words }) => (
          <div key={surface}>
            <dt className="text-ink-muted">{surface}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-ink-muted text-sm">
        Graded {formatDate(at)}.{' '}
        <Link to="/grading" className="text-link">
          What the grades mean
        </Link>
      </p>
    </Section>
  );
}

const noRecord =
  'This device was on sale before its steps were recorded. The shop has no full record of its checks, erasure and tests.';

function Tests({ passport: { checks, flags, test, isUnrecorded } }: { passport: Passport }) {
  if (checks.length + flags.length === 0 && !test) {
    return (
      <Section title="Checks and tests">
        <p className="text-ink-muted text-sm">
          {isUnrecorded ? noRecord : 'None are recorded for this device yet.'}
        </p>
      </Section>
    );
  }
  return (
    <Section title="Checks and tests">
      <ul className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        {checks.map(({ kind, at }) => (
          <Passed key={kind}>
            {checkLabels[kind]}: clear, {formatDate(at)}
          </Passed>
        ))}
        {flags.map(({ kind, at }) => (
          <li key={kind} className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn-text" aria-hidden="true" />
            <span>
              {flagTexts[kind]}, {formatDate(at)}
            </span>
          </li>
        ))}
        {test?.passed.map((label) => (
          <Passed key={label}>{label}</Passed>
        ))}
        {test?.failed.map((label) => (
          <li key={label} className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn-text" aria-hidden="true" />
            {label}: does not work
          </li>
        ))}
      </ul>
      {test && <p className="mt-4 text-ink-muted text-sm">Tested {formatDate(test.at)}.</p>}
      {isUnrecorded && <p className="mt-4 text-ink-muted text-sm">{noRecord}</p>}
    </Section>
  );
}

function Parts({ parts }: Pick<Passport, 'parts'>) {
  return (
    <Section title="Replaced parts">
      <ul className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        {parts.map(({ part, quality, at }) => (
          <li key={`${part} ${at}`} className="flex items-start gap-2">
            <Wrench className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden="true" />
            <span>
              {partLabels[part]}: {partQualityLabels[quality].toLowerCase()}, {formatDate(at)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Passed({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Check className="mt-0.5 size-4 shrink-0 text-good-text" aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isMissingPage(error)) return <Problem error={error} />;
  return (
    <section className="page-width py-16 sm:py-24">
      <h1 className="text-2xl">No passport here</h1>
      <p className="mt-3 max-w-text text-ink-muted">
        This label is not ours, or it was replaced. Check that the whole address was scanned.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link to="/support" className={buttonClass()}>
          Ask us about a device
        </Link>
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          Go to the home page
        </Link>
      </p>
    </section>
  );
}
