import type { ReactNode } from 'react';

/** Marks of the cards that the shop takes, one image to screen readers. */
export function CardMarks() {
  return (
    <span
      role="img"
      aria-label="Visa, Mastercard, American Express, Discover"
      className="inline-flex gap-1.5 self-center [&>svg]:h-6 [&>svg]:w-auto"
    >
      {/* Card schemes fix the colors of their marks, so these ignore the color scheme. */}
      <Mark background="#fff">
        <text {...lettering} fill="#1434cb" fontSize="11" fontStyle="italic">
          VISA
        </text>
      </Mark>
      <Mark background="#fff">
        <circle cx="15" cy="12" r="7" fill="#eb001b" />
        <circle cx="23" cy="12" r="7" fill="#f79e1b" />
        <path d="M19 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48" fill="#ff5f00" />
      </Mark>
      <Mark background="#016fd0">
        <text {...lettering} fill="#fff" fontSize="9">
          AMEX
        </text>
      </Mark>
      <Mark background="#fff">
        <path d="M38 12v9a3 3 0 0 1-3 3H14q16-3 24-12" fill="#f47216" />
        <text {...lettering} fill="#1a1a1a" fontSize="6">
          DISCOVER
        </text>
      </Mark>
    </span>
  );
}

const lettering = {
  x: '19',
  y: '12.5',
  textAnchor: 'middle',
  dominantBaseline: 'central',
  fontFamily: 'Arial, sans-serif',
  fontWeight: '700',
} as const;

function Mark({ background, children }: { background: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 38 24" aria-hidden="true">
      <rect x="0.5" y="0.5" width="37" height="23" rx="3" fill={background} stroke="#d4d4d0" />
      {children}
    </svg>
  );
}
