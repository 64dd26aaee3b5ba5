import { Problem } from '@reprise/contract/problem';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';

/** Returns the caller; throws UNAUTHENTICATED if nobody is signed in. */
export function requireCaller({ caller }: CallContext): Caller {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller;
}
