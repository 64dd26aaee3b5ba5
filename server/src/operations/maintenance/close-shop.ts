import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import { type Maintenance, maintenanceSentence } from '@reprise/contract/operations/maintenance';
import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance } from 'fastify';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { MaintenanceState } from './maintenance-state.ts';

/** Calls that go on: signing in and out, and the events of payment processors. */
const openCalls: ReadonlySet<string> = new Set<keyof AllEndpoints>([
  'login',
  'passTwoFactor',
  'confirmTwoFactor',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'stepUp',
  'logout',
  'getMe',
  'getPublicSettings',
  'getPasswordRules',
  'receiveStripeEvent',
  'receivePaymentNotice',
]);

/** Pages that go on: the back office and the way into it. */
const openPages = /^\/(admin|login)(\/|\.data|\?|$)/;
/** Files of the web app and addresses that programs read. */
export const openFiles =
  /^\/(api|assets|media|img|health|metrics|\.well-known|icon\.svg|manifest\.webmanifest|service-worker\.js|robots\.txt)(\/|\?|$)/;

/** Seconds after which clients try again when no end is known. */
const defaultRetrySeconds = 600;
const maxRetrySeconds = 86_400;

function retrySeconds({ until }: Maintenance, now: Date): number {
  const left = until === null ? 0 : Math.ceil((Date.parse(until) - now.getTime()) / 1000);
  return left > 0 ? Math.min(left, maxRetrySeconds) : defaultRetrySeconds;
}

const sentenceOf = ({ message }: Maintenance) => message || maintenanceSentence;

/** Answers 503 to pages while the shop is closed, before anything is rendered. */
export function closePages(app: FastifyInstance, state: MaintenanceState, now: () => Date): void {
  app.addHook('onRequest', async (request, reply) => {
    if (openFiles.test(request.url) || openPages.test(request.url) || state.isKnownOpen()) return;
    const period = await state.read();
    if (period === null) return;
    reply.header('retry-after', String(retrySeconds(period, now())));
    return reply.sendPlainPage({ status: 503, title: 'We will be back soon', text: sentenceOf(period) });
  });
}

/**
 * Returns a check that throws MAINTENANCE for a call of a customer while the shop is closed. Calls that are public have
 * no caller: `findCaller` looks at their token.
 */
export function createClosedCheck(
  state: MaintenanceState,
  now: () => Date,
  findCaller: (token: string) => Promise<CallContext['caller']>,
) {
  return async (name: string, { caller, token }: Pick<CallContext, 'caller' | 'token'>): Promise<void> => {
    if (openCalls.has(name) || caller?.role === 'admin' || state.isKnownOpen()) return;
    const period = await state.read();
    if (period === null) return;
    if (caller === null && token !== null && (await findCaller(token))?.role === 'admin') return;
    const retryAfterSeconds = retrySeconds(period, now());
    throw new Problem('MAINTENANCE', sentenceOf(period), { retryAfterSeconds });
  };
}
