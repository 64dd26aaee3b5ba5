import { type StepUpMethod, stepUpMinutes } from '@reprise/contract/people/identity/step-up';
import { Problem } from '@reprise/contract/problem';
import type { Caller } from './http/endpoint.ts';
import { minuteMs } from './time.ts';

/** Returns true if the caller's last sign-in or step-up in this session is at most ten minutes old. */
export function hasRecentAuthentication({ provedAt }: Pick<Caller, 'provedAt'>, now: Date): boolean {
  return isRecentProof(provedAt, now);
}

/** Returns true for a proof that is at most ten minutes old. */
export function isRecentProof(provedAt: Date | null, now: Date): boolean {
  // Absolute, because a clock that is set back must not extend the validity.
  return provedAt !== null && Math.abs(now.getTime() - provedAt.getTime()) <= stepUpMinutes * minuteMs;
}

/** Throws STEP_UP_REQUIRED without a recent sign-in or step-up, so that a stolen token alone cannot do lasting harm. */
export function assertRecentAuthentication(caller: Pick<Caller, 'provedAt'> | null, now: Date): void {
  if (caller === null || !hasRecentAuthentication(caller, now)) throw stepUpRequired();
}

/** `methods` are the only ones that the call accepts, where it does not accept all of the account. */
export function stepUpRequired(methods?: StepUpMethod[]): Problem {
  const details = methods && { methods };
  return new Problem('STEP_UP_REQUIRED', 'Confirm that it is you to continue.', { details });
}
