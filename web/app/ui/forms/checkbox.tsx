import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from './field.tsx';

type TickProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /** Element at the right end of the row, such as a count. */
  aside?: ReactNode | undefined;
};

export function Checkbox(props: TickProps) {
  return <Tick type="checkbox" {...props} />;
}

/** Radio button; put those with the same `name` into a ChoiceGroup. */
export function Radio(props: TickProps) {
  return <Tick type="radio" {...props} />;
}

function Tick({
  type,
  label,
  hint,
  error,
  aside,
  className,
  ...rest
}: TickProps & { type: 'checkbox' | 'radio' }) {
  const ownId = useId();
  const [hintId, errorId] = [`${ownId}-hint`, `${ownId}-error`];
  const early = useEarlyTick(rest.checked);
  return (
    <div className={classNames('grid content-start gap-1', className)}>
      <label className="flex cursor-pointer items-start gap-2.5 py-0.5 text-sm has-disabled:cursor-default has-disabled:text-ink-faint pointer-coarse:py-3">
        <input
          type={type}
          {...rest}
          {...early}
          className="tick mt-px"
          aria-describedby={classNames(Boolean(hint) && hintId, Boolean(error) && errorId) || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span className="min-w-0 flex-1">
          {label}
          {hint && (
            <span id={hintId} className="block text-ink-muted">
              {hint}
            </span>
          )}
        </span>
        {aside !== undefined && <span className="tabular text-ink-muted">{aside}</span>}
      </label>
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** Returns the ref of a controlled input that was changed before hydration: the change is made again for React to see it. */
function useEarlyTick(checked: boolean | undefined) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = ref.current;
    if (!input || checked === undefined || input.checked === checked) return;
    input.checked = checked;
    input.click();
  }, [checked]);
  return checked === undefined ? {} : { ref };
}

/** Group of checkboxes or radio buttons. */
export function ChoiceGroup({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  const errorId = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {children}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
