import { conditionLabels } from '@reprise/contract/catalog/conditions';
import { checkHints, checkLabels } from '@reprise/contract/grading/device-checks';
import { deviceKindLabels } from '@reprise/contract/grading/device-kinds';
import type { PublicGrading } from '@reprise/contract/grading/grading';
import { Check } from 'lucide-react';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Route } from './+types/grading-page';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext).getGrading();
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Grades and tests',
    description: 'What each condition means, what we test, and what we erase before a device is sold.',
    path: '/grading',
  });

/** Grade standards, tests and erasure of each kind of device, as they are today. */
export default function GradingPage({ loaderData: { kinds } }: Route.ComponentProps) {
  return (
    <article className="page-width pt-8 pb-24 sm:pt-12">
      <header className="max-w-text">
        <h1 className="text-2xl">How we grade and test</h1>
        <p className="mt-3 text-ink-muted text-lg">
          A person looks at each surface in bright light for four seconds, at arm’s length and at 30 cm. The
          worst surface decides the grade. A weak battery lowers it.
        </p>
        <dl className="mt-6 grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
          {[
            ['Hairline', 'A fine line that a fingernail does not feel'],
            ['Scratch', 'A line that a fingernail feels'],
            ['Chip', 'Material is gone'],
            ['Dent', 'The shape has changed'],
          ].map(([word, meaning]) => (
            <div key={word}>
              <dt className="inline font-semibold">{word}: </dt>
              <dd className="inline text-ink-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </header>
      <nav aria-label="Kinds of devices" className="mt-8 flex flex-wrap gap-2">
        {kinds.map(({ kind }) => (
          <a
            key={kind}
            href={`#${kind}`}
            className="inline-flex min-h-11 items-center rounded-control border border-line-strong px-4 font-medium text-sm hover:bg-sunken"
          >
            {deviceKindLabels[kind]}
          </a>
        ))}
      </nav>
      {kinds.map((grading) => (
        <KindSection key={grading.kind} grading={grading} />
      ))}
    </article>
  );
}

function KindSection({
  grading: { kind, version, surfaces, grades, tests, checks, isErased },
}: {
  grading: PublicGrading;
}) {
  return (
    <section id={kind} aria-labelledby={`${kind}-title`} className="mt-14 scroll-mt-24">
      <div className="flex flex-wrap items-baseline justify-between gap-2 border-line border-b pb-2">
        <h2 id={`${kind}-title`} className="text-xl">
          {deviceKindLabels[kind]}
        </h2>
        <span className="text-ink-muted text-sm">Version {version}</span>
      </div>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {grades.map(({ code, publicName, condition, words, batteryFloor, worstWear }) => (
          <li key={code} className="rounded-tile border border-line bg-raised p-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-lg">{publicName}</h3>
              {condition && publicName !== conditionLabels[condition] && (
                <Badge>{conditionLabels[condition]}</Badge>
              )}
            </div>
            {worstWear && (
              <p className="mt-1 text-ink-muted text-sm">
                Cleaned, worn parts replaced, complete. No more wear than this:
              </p>
            )}
            <dl className="mt-3 grid gap-2.5 text-sm">
              {surfaces.map(({ key, label }) => (
                <div key={key}>
                  <dt className="text-ink-muted">{label}</dt>
                  <dd>{words[key]}</dd>
                </div>
              ))}
              {batteryFloor !== null && (
                <div>
                  <dt className="text-ink-muted">Battery</dt>
                  <dd className="tabular">At least {batteryFloor}% of its capacity when new</dd>
                </div>
              )}
            </dl>
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-[2fr_1fr]">
        <div>
          <h3 className="font-semibold">What we test</h3>
          <ul className="mt-2 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
            {tests.map(({ key, label }) => (
              <li key={key} className="flex items-start gap-2">
                <Check className="mt-0.5 size-4 shrink-0 text-good-text" aria-hidden="true" />
                {label}
              </li>
            ))}
          </ul>
        </div>
        <Cleared checks={checks} isErased={isErased} />
      </div>
    </section>
  );
}

function Cleared({ checks, isErased }: Pick<PublicGrading, 'checks' | 'isErased'>) {
  if (checks.length === 0 && !isErased) return null;
  return (
    <div className="text-sm">
      <h3 className="font-semibold text-base">What we clear</h3>
      {isErased && (
        <p className="mt-2">
          All data of the last owner is erased to NIST SP 800-88. The passport of the device names the
          certificate.
        </p>
      )}
      <dl className="mt-3 grid gap-1.5">
        {checks.map((kind) => (
          <div key={kind}>
            <dt className="inline font-medium">{checkLabels[kind]}: </dt>
            <dd className="inline text-ink-muted">{checkHints[kind]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
