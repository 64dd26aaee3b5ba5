import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'bg-sunken text-ink-muted ring-line',
  primary: 'bg-primary-tint text-primary-text ring-transparent',
  accent: 'bg-accent-tint text-accent-text ring-transparent',
  good: 'bg-good-tint text-good-text ring-transparent',
  warn: 'bg-warn-tint text-warn-text ring-transparent',
  bad: 'bg-bad-tint text-bad-text ring-transparent',
} as const;
export type Tone = keyof typeof tones;

/** Short label. The tone only supports the text. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames('badge', tones[tone])}>{children}</span>;
}
