import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { CheckedForm } from '../forms/use-checked-form.ts';
import { Button } from '../ui/button.tsx';
import { CircleAlert } from '../ui/icons/lucide.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

type DialogFormProps = {
  form: Pick<CheckedForm<FieldValues>, 'isSaving' | 'isUnsaved'> & {
    submit: (event: SubmitEvent<HTMLFormElement>) => unknown;
    failure: ReactNode;
  };
  onCancel: () => void;
  submitLabel: string;
  submitDisabled?: boolean;
  danger?: boolean;
  /** Main action beside the submit button, which is then outlined. */
  mainAction?: ReactNode;
  /** Error to show instead of the form's own. */
  failure?: ReactNode;
  /** Secondary action, opposite the buttons. */
  aside?: ReactNode;
  /** Line above the buttons, such as the reason why one is disabled. */
  hint?: ReactNode;
  /** Asks before typed text is lost. For a dialog with a search param, on a page without such a form of its own. */
  guarded?: boolean;
  children: ReactNode;
};

/** Form inside a Modal: the first field gets the focus, the buttons are sticky. */
export function DialogForm({
  form: { submit, isSaving, failure: ownFailure, isUnsaved },
  onCancel,
  submitLabel,
  submitDisabled = false,
  danger = false,
  mainAction,
  failure = ownFailure,
  aside,
  hint,
  guarded = false,
  children,
}: DialogFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input, select, textarea');
    // The attribute applies to a dialog that opens later, the call to one that is already open.
    first?.setAttribute('autofocus', '');
    first?.focus();
  }, []);
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {children}
      <div className="sticky -bottom-5 z-10 -mx-5 mt-5 -mb-5 border-line border-t bg-raised px-5 py-3">
        {failure && <FormFailure>{failure}</FormFailure>}
        {hint && <p className="mb-2 text-ink-muted text-xs">{hint}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          {aside && <div className="mr-auto">{aside}</div>}
          {/* On a phone three buttons need the row; the dialog has its own button to close. */}
          <Button variant="outline" className={mainAction ? 'max-sm:hidden' : ''} onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : mainAction ? 'outline' : 'primary'}
            disabled={submitDisabled}
            loading={isSaving}
            // The second half of a double click submits nothing: the first may have changed what the button does.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {submitLabel}
          </Button>
          {mainAction}
        </div>
      </div>
      {guarded && <UnsavedChanges isDirty={isUnsaved} />}
    </form>
  );
}

/** Error of a failed save, announced when it appears. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="mb-3 flex items-start gap-2.5 rounded-control bg-bad-tint px-3 py-2 text-bad-text text-sm"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
