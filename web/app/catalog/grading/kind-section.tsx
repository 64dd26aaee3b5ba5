import { checkHints, checkLabels } from '@reprise/contract/catalog/grading/device-checks';
import { deviceKindLabels } from '@reprise/contract/catalog/grading/device-kinds';
import type { PublicGrading } from '@reprise/contract/catalog/grading/grading';
import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { Badge } from '../../ui/badge.tsx';
import { Check } from '../../ui/icons/lucide.tsx';

/** Grades of a kind of device with what is tested and cleared, as customers read them. */
export function KindSection({
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
        {version > 1 && <span className="text-ink-muted text-sm">Version {version}</span>}
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
                  <dd className="tabular">
                    At least {batteryFloor}% of its capacity when new, on products that state their battery
                  </dd>
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
