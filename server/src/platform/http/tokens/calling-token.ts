import { AsyncLocalStorage } from 'node:async_hooks';

/** API token of a call, for the audit log. */
export type CallingToken = { id: string; label: string };

const storage = new AsyncLocalStorage<CallingToken>();

/** Runs a call; what it audits names its API token, if it has one. */
export function runWithToken<T>(token: CallingToken | undefined, run: () => T): T {
  return token ? storage.run(token, run) : run();
}

/** Returns the API token of the current call. */
export function callingToken(): CallingToken | undefined {
  return storage.getStore();
}
