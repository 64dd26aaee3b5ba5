import { useId } from 'react';
import { classNames } from '../../../../ui/class-names.ts';

type Tone = 'good' | 'bad' | 'neutral';

const tones: Record<Tone, string> = {
  good: 'has-checked:bg-good-tint has-checked:text-good-text',
  bad: 'has-checked:bg-bad-tint has-checked:text-bad-text',
  neutral: 'has-checked:bg-primary-tint has-checked:text-primary-text',
};

type SegmentedChoiceProps<Value extends string> = {
  label: string;
  /** `shortcut` is the key that chooses it while the question has the focus. */
  choices: readonly { value: Value; label: string; tone?: Tone; shortcut?: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
};

/** Radio buttons that look like one control, four of them in two rows on a phone; the label is read out only. */
export function SegmentedChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: SegmentedChoiceProps<Value>) {
  const name = useId();
  const isTwoRows = choices.length === 4;
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'overflow-hidden rounded-control border border-line-strong sm:inline-flex',
        isTwoRows ? 'grid w-full grid-cols-2 sm:w-auto' : 'inline-flex flex-wrap',
      )}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'flex min-h-9 cursor-pointer items-center border-line border-r px-3 font-medium text-sm last:border-r-0 pointer-coarse:min-h-11',
            'hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary-text has-focus-visible:-outline-offset-2',
            isTwoRows && 'max-sm:nth-[2n]:border-r-0 max-sm:nth-[-n+2]:border-b',
            tones[choice.tone ?? 'neutral'],
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            aria-keyshortcuts={choice.shortcut}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
