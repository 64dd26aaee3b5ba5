import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

type FieldText = {
  label: string;
  /** Explains the input or its purpose. */
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /** Hides the label visually, where the context makes it clear. */
  labelHidden?: boolean | undefined;
};

/** Attributes that link a control to its label, hint and error. */
type ControlAttributes = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldAttributes = FieldText & {
  id?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
};

/** Texts of a field, and the class of it with its label. */
export type FieldOptions = FieldText & { fieldClassName?: string };

/** Splits the props of a control with a label in those of its field and those of the native element. */
export function splitProps<
  Props extends FieldOptions & { id?: string | undefined; required?: boolean | undefined },
>(props: Props) {
  const { label, hint, error, labelHidden, fieldClassName, ...native } = props;
  const { id, required } = props;
  const field: FieldAttributes = { label, hint, error, labelHidden, id, required, className: fieldClassName };
  return { field, native };
}

type FieldProps = FieldAttributes & {
  children: (control: ControlAttributes) => ReactNode;
};

/** Label, control, hint and error of a field, linked by ids. */
export function Field({ label, hint, error, labelHidden, id, required, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const [hintId, errorId] = [`${controlId}-hint`, `${controlId}-error`];
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className={labelHidden ? 'sr-only' : 'font-medium text-sm'}>
        {label}
        {required && (
          <span className="ml-0.5 text-ink-faint" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-ink-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="font-medium text-bad-text text-sm">
      {error}
    </p>
  );
}
