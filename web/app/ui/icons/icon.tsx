import type { ComponentProps, ReactElement } from 'react';

export type LucideIcon = (props: ComponentProps<'svg'>) => ReactElement;

/** Returns the component of an icon whose SVG has these shapes. */
export function icon(shapes: ReactElement): LucideIcon {
  return (props) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: callers hide icons or label them.
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {shapes}
    </svg>
  );
}
