import { useDeferredValue, useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { PasswordStrength } from './password-strength.ts';

const fills = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-good', 'bg-good'] as const;

/**
 * Shows the strength of the typed password. Its place is taken from the first character on: the estimator loads late, and
 * a button that moved just then would miss its click.
 */
export function PasswordMeter({ password, className }: { password: string; className?: string }) {
  const typed = useDeferredValue(password);
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  const [isUnavailable, setUnavailable] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    if (typed === '') return setStrength(null);
    import('./password-strength.ts').then(
      ({ estimateStrength }) => isCurrent && setStrength(estimateStrength(typed)),
      // The form works without the estimate; the server rejects common passwords.
      () => setUnavailable(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [typed]);

  const isShown = password !== '' && (strength !== null || !isUnavailable);
  return (
    <div className={classNames('grid gap-1.5 empty:hidden', className)} aria-live="polite">
      {isShown && (
        <>
          <div className="grid grid-cols-4 gap-1" aria-hidden="true">
            {[1, 2, 3, 4].map((bar) => (
              <span
                key={bar}
                className={classNames(
                  'h-1 rounded-full transition-colors',
                  strength && bar <= Math.max(1, strength.score) ? fills[strength.score] : 'bg-line',
                )}
              />
            ))}
          </div>
          <p className="min-h-5 text-ink-muted text-sm">
            {strength && (
              <>
                Password strength: <span className="font-medium text-ink">{strength.label}</span>
                {strength.advice && <>. {strength.advice}</>}
              </>
            )}
          </p>
        </>
      )}
    </div>
  );
}
