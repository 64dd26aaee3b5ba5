import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { classNames } from './class-names.ts';

const dots: Record<Tone, string> = {
  neutral: 'bg-ink-faint',
  primary: 'bg-primary',
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
};

/** Status as a small dot with its label. */
export function StatusDot({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-sm">
      <span className={classNames('size-2 rounded-full', dots[tone])} aria-hidden="true" />
      {children}
    </span>
  );
}
