import { Specimen } from './specimen.tsx';

const swatches = [
  'bg-paper text-ink',
  'bg-raised text-ink',
  'bg-sunken text-ink',
  'bg-sunken text-ink-muted',
  'bg-sunken text-ink-faint',
  'bg-primary-fill text-primary-on',
  'bg-primary-tint text-primary-text',
  'bg-accent-fill text-accent-on',
  'bg-accent-tint text-accent-text',
  'bg-good-fill text-good-on',
  'bg-good-tint text-good-text',
  'bg-warn-tint text-warn-text',
  'bg-bad-fill text-bad-on',
  'bg-bad-tint text-bad-text',
];

export function Foundations() {
  return (
    <>
      <Specimen title="Colors">
        <ul className="grid w-full grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
          {swatches.map((names) => (
            <li key={names} className={`${names} rounded-control border border-line p-3 text-xs`}>
              {names.split(' ').map((name) => (
                <span key={name} className="block">
                  {name}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Type">
        <div className="grid gap-3">
          <p className="font-semibold text-display tracking-tight">Like new, for less</p>
          <h3 className="text-2xl">MacBook Air M2, 13 inch</h3>
          <h3 className="text-xl">What the grades mean</h3>
          <h3 className="text-lg">Shipping and returns</h3>
          <p className="max-w-text">
            Body text at 16 on 26. We check the battery, the screen and every port, and write down what we
            find.{' '}
            <a href="#type" className="text-link">
              See how we inspect
            </a>
            .
          </p>
          <p className="text-ink-muted text-sm">Small text for hints. $1,299.00 and $888.88 line up.</p>
          <p className="caption">Caption, condensed</p>
        </div>
      </Specimen>
    </>
  );
}
