import { Link } from 'react-router';
import { classNames } from '../../../../ui/class-names.ts';
import { ColorSwatch } from '../../color-swatch.tsx';
import type { OptionChoice, OptionSwitcher } from './family-choices.ts';

/** Storage, memory, color and other options of the family as links, so that they work without scripts. */
export default function OptionSwitchers({ switchers }: { switchers: OptionSwitcher[] }) {
  return switchers.map(({ axis, label, choices }) => (
    <section key={axis} aria-label={label}>
      <p className="text-sm">
        <span className="font-medium">{label}</span>{' '}
        <span className="text-ink-muted">{choices.find(({ isCurrent }) => isCurrent)?.value}</span>
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {choices.map((choice) => (
          <li key={choice.value} className="max-w-full">
            <OptionLink choice={choice} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function OptionLink({ choice }: { choice: OptionChoice }) {
  const { value, hex, slug, hint, isCurrent, isPlain } = choice;
  return (
    <Link
      to={`/product/${slug}`}
      preventScrollReset
      replace
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(
        'flex min-h-14 min-w-24 items-center gap-2.5 rounded-tile border px-3.5 py-2 text-sm transition-colors',
        isCurrent
          ? 'border-primary-fill bg-primary-tint/50 ring-1 ring-primary-fill'
          : `hover:border-ink-muted ${isPlain ? 'border-line' : 'border-line-strong border-dashed'}`,
      )}
    >
      {hex && <ColorSwatch code={hex} />}
      <span className="min-w-0">
        <span className="block font-medium">{value}</span>
        <span className="tabular block text-ink-muted text-xs">{hint}</span>
      </span>
    </Link>
  );
}
