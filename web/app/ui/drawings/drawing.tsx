import type { ReactNode } from 'react';

/**
 * Illustration for an otherwise empty page, in the style of the product images: a device lit from the upper
 * left, with its shadow. Its colors follow the theme.
 */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 160 120"
      className="h-30 w-40 fill-none stroke-ink-faint"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Shadow on the ground. */
export function Shadow({ x = 80, width = 76 }: { x?: number; width?: number }) {
  return (
    <g className="fill-sunken stroke-none" transform={`translate(${x} 106)`}>
      <ellipse cx="4" cy="2" rx={width * 0.6} ry="6" opacity="0.7" />
      <ellipse rx={width / 2} ry="3.5" />
    </g>
  );
}
