import { CarrierRefusal } from '@reprise/extension/carrier';
import { jsonService } from '@reprise/extension/json-service';
import { z } from 'zod';

const publicApi = 'https://api.easypost.com';

export type EasyPostAccess = {
  apiKey: string;
  /** URL of a stand-in; undefined for EasyPost itself. */
  apiUrl: string | undefined;
};

export type EasyPostClient = {
  /** Sends a call and returns its answer; throws CarrierRefusal, or UNAVAILABLE if there is none. */
  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, answer: z.ZodType<T>, body?: object): Promise<T>;
};

const { send, unavailable } = jsonService('EasyPost', { timeoutMs: 15_000, retryAfterSeconds: 10 });

export function easyPostClient({ apiKey, apiUrl }: EasyPostAccess): EasyPostClient {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  return {
    async call(method, path, answer, body) {
      const response = await send(`${apiUrl ?? publicApi}/v2${path}`, {
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
