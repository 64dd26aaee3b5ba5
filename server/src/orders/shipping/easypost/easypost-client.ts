import { Problem } from '@reprise/contract/problem';
import { z } from 'zod';
import { type CircuitBreaker, createCircuitBreaker } from '../../../platform/circuit-breaker.ts';
import { secondMs } from '../../../platform/time.ts';
import { CarrierRefusal } from '../carrier.ts';

const publicApi = 'https://api.easypost.com';
const timeoutMs = 15 * secondMs;

export type EasyPostAccess = {
  apiKey: string;
  /** URL of a stand-in; undefined for EasyPost itself. */
  apiUrl: string | undefined;
};

export type EasyPostClient = {
  /** Sends a call and returns its answer; throws CarrierRefusal, or UNAVAILABLE if there is none. */
  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, answer: z.ZodType<T>, body?: object): Promise<T>;
};

/** One breaker per process: a service that is away must not delay each call. */
const breaker = createCircuitBreaker({ after: 3, cooldownMs: 30 * secondMs });

export function easyPostClient({ apiKey, apiUrl }: EasyPostAccess): EasyPostClient {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  return {
    async call(method, path, answer, body) {
      const response = await send(breaker, `${apiUrl ?? publicApi}/v2${path}`, {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { status, json } = response;
      if (status >= 400) throw readRefusal(status, json);
      const parsed = answer.safeParse(json);
      if (parsed.success) return parsed.data;
      throw unavailable(new Error(`EasyPost answered ${method} ${path} in an unknown form.`));
    },
  };
}

type Answer = { status: number; json: unknown };

async function send(breaker: CircuitBreaker, url: string, init: RequestInit): Promise<Answer> {
  if (breaker.remainingCooldown(performance.now()) > 0) throw unavailable();
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) throw new Error(`EasyPost: ${response.status}`);
    breaker.succeeded();
    return { status: response.status, json: text === '' ? {} : JSON.parse(text) };
  } catch (cause) {
    breaker.failed(performance.now());
    throw unavailable(cause);
  }
}

function unavailable(cause?: unknown): Problem {
  return new Problem('UNAVAILABLE', 'EasyPost does not answer at the moment. Try again in a moment.', {
    retryAfterSeconds: 10,
    cause,
  });
}

const problem = z.object({
  error: z.object({
    code: z.string().optional(),
    message: z.union([z.string(), z.array(z.string())]),
    errors: z.array(z.union([z.string(), z.object({ message: z.string() })])).optional(),
  }),
});

function readRefusal(status: number, json: unknown): CarrierRefusal {
  if (status === 401 || status === 403) return new CarrierRefusal('EasyPost does not accept this key.', true);
  const { error } = problem.safeParse(json).data ?? { error: { message: `It answered with ${status}.` } };
  const details = (error.errors ?? []).map((one) => (typeof one === 'string' ? one : one.message));
  const message = [error.message].flat().join(' ');
  return new CarrierRefusal([message, ...details.filter((detail) => !message.includes(detail))].join(' '));
}
