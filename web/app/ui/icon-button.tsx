import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const sizes = { sm: 'size-8', md: 'size-10' } as const;

/** Square button with an icon; `label` is its accessible name. */
export function iconButtonClass(size: keyof typeof sizes = 'md'): string {
  return classNames(
    'relative inline-grid shrink-0 place-items-center rounded-control text-ink-muted transition-colors hover:bg-sunken hover:text-ink',
    'disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:size-11',
    sizes[size],
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  size?: keyof typeof sizes;
};

export function IconButton({ label, size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames(iconButtonClass(size), className)}
    />
  );
}
