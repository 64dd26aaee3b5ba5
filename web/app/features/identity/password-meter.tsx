import { useDeferredValue, useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { PasswordStrength } from './password-strength.ts';

const fills = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-good', 'bg-good'] as const;

/** The strength of the password that is being typed, as bars and in words. Shows nothing until it is loaded. */
export function PasswordMeter({ password, className }: { password: string; className?: string }) {
  const typed = useDeferredValue(password);
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (typed === '') return setStrength(null);
    import('./password-strength.ts').then(
      ({ estimateStrength }) => isCurrent && setStrength(estimateStrength(typed)),
      // Without the estimate the form works as before; the server refuses common passwords.
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
