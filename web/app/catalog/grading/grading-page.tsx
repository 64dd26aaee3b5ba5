import { deviceKindLabels } from '@reprise/contract/catalog/grading/device-kinds';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/grading-page';
import { KindSection } from './kind-section.tsx';

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
