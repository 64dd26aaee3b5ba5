import { Problem } from '@reprise/contract/problem';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';

/** The caller of an endpoint that only signed-in users reach. */
export function requireCaller({ caller }: CallContext): Caller {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller;
}
