import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

const variants = {
  primary: 'border-transparent bg-primary-fill text-primary-on hover:bg-primary-fill-hover',
  secondary: 'border-transparent bg-ink text-paper hover:bg-ink/85',
  outline: 'border-line-strong text-ink hover:border-ink-muted hover:bg-sunken',
  ghost: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-bad-fill text-bad-on hover:bg-bad-fill-hover',
  success: 'border-transparent bg-good-fill text-good-on hover:bg-good-fill-hover',
} as const;

const sizes = {
  sm: 'min-h-8 pointer-coarse:min-h-11 gap-1.5 px-3 text-sm',
  md: 'min-h-10 pointer-coarse:min-h-11 gap-2 px-4 text-sm',
  lg: 'min-h-12 gap-2 px-6 text-base',
} as const;

export type ButtonVariant = { variant?: keyof typeof variants; size?: keyof typeof sizes; wide?: boolean };

/** Returns the classes of a button, for links. */
export function buttonClass({ variant = 'primary', size = 'md', wide = false }: ButtonVariant = {}): string {
  return classNames(
    'inline-flex select-none items-center justify-center rounded-control border py-1 text-center font-semibold transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  );
}

type ButtonProps = ComponentProps<'button'> & ButtonVariant & { loading?: boolean };

/** Button that keeps its width and focus while loading, but ignores clicks. */
export function Button({
  variant,
  size,
  wide,
  loading = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(loading && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={classNames(
        buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }),
        loading && 'relative cursor-progress',
        className,
      )}
    >
      {loading ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <Spinner className="absolute" />
        </>
      ) : (
        children
      )}
    </button>
  );
}
