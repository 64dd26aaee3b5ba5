import { useDeferredValue, useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { PasswordStrength } from './password-strength.ts';

const fills = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-good', 'bg-good'] as const;

/** Shows the strength of the typed password; renders nothing until the estimator has loaded. */
export function PasswordMeter({ password, className }: { password: string; className?: string }) {
  const typed = useDeferredValue(password);
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (typed === '') return setStrength(null);
    import('./password-strength.ts').then(
      ({ estimateStrength }) => isCurrent && setStrength(estimateStrength(typed)),
      // The form works without the estimate; the server rejects common passwords.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [typed]);

  return (
    <div className={classNames('grid gap-1.5 empty:hidden', className)} aria-live="polite">
      {strength && (
        <>
          <div className="grid grid-cols-4 gap-1" aria-hidden="true">
            {[1, 2, 3, 4].map((bar) => (
              <span
                key={bar}
                className={classNames(
                  'h-1 rounded-full transition-colors',
                  bar <= Math.max(1, strength.score) ? fills[strength.score] : 'bg-line',
                )}
              />
            ))}
          </div>
          <p className="text-ink-muted text-sm">
            Password strength: <span className="font-medium text-ink">{strength.label}</span>
            {strength.advice && <>. {strength.advice}</>}
          </p>
        </>
      )}
    </div>
  );
}
