import { Problem } from '@reprise/contract/problem';
import type { CallContext, Caller } from './endpoint.ts';

/** Returns the caller; throws UNAUTHENTICATED if nobody is signed in. */
export function requireCaller({ caller }: Pick<CallContext, 'caller'>): Caller {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller;
}
