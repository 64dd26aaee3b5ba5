import { ChannelRefusal, type MarketplaceAccess } from '@reprise/extension/channel';
import { jsonService } from '@reprise/extension/json-service';
import { z } from 'zod';

/** Keys of an application and the consent of a seller. */
export type EbayAccount = {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  /** True for eBay's sandbox. */
  isTest: boolean;
};

export type EbayAccess = MarketplaceAccess<EbayAccount>;

type Call<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From `/sell` on. */
  path: string;
  answer: z.ZodType<T>;
  body?: object;
};

export type EbayClient = {
  /** Sends a call and returns its answer; throws ChannelRefusal, or UNAVAILABLE if there is none. */
  call<T>(call: Call<T>): Promise<T>;
  /** The same, but null for an object that does not exist. */
  find<T>(call: Call<T>): Promise<T | null>;
};

const secondMs = 1000;

/** Access tokens last two hours; one that is about to end is renewed. */
const renewBeforeMs = 5 * 60 * secondMs;

const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
type Token = { value: string; endsAt: number };

/** Access tokens of this process, by what they were made of. */
const tokens = new Map<string, Token>();
const maxTokens = 50;

const { send, unavailable } = jsonService('eBay', { timeoutMs: 20 * secondMs, retryAfterSeconds: 30 });

export function ebayClient(access: EbayAccess): EbayClient {
  const host = access.apiUrl ?? `https://api.${access.isTest ? 'sandbox.' : ''}ebay.com`;
  const find = async <T>({ method, path, answer, body }: Call<T>): Promise<T | null> => {
    const { status, json } = await send(`${host}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await accessToken(host, access)}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json', 'content-language': 'en-US' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (status === 404) return null;
    if (status === 401) tokens.delete(keyOf(host, access));
    if (status >= 400) throw refusedWith(status, json);
    const parsed = answer.safeParse(json);
    if (parsed.success) return parsed.data;
    throw unavailable(
      new Error(`eBay answered ${method} ${path} in an unknown form: ${parsed.error.message}`),
    );
  };
  return {
    find,
    async call(call) {
      const answer = await find(call);
      if (answer !== null) return answer;
      throw new ChannelRefusal('eBay does not know this object any more.');
    },
  };
}

const keyOf = (host: string, { clientId, clientSecret, refreshToken }: EbayAccess) =>
  JSON.stringify([host, clientId, clientSecret, refreshToken]);

async function accessToken(host: string, access: EbayAccess): Promise<string> {
  const key = keyOf(host, access);
  const known = tokens.get(key);
  if (known && known.endsAt > Date.now() + renewBeforeMs) return known.value;
  const basic = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64');
  // Without a scope the token has all that the seller consented to.
  const form = { grant_type: 'refresh_token', refresh_token: access.refreshToken };
  const { status, json } = await send(`${host}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  if (status >= 400) throw keyRefusal(json);
  const parsed = token.safeParse(json);
  if (!parsed.success)
    throw unavailable(new Error('eBay answered the request for a token in an unknown form.'));
  const { access_token: value, expires_in: seconds } = parsed.data;
  if (tokens.size >= maxTokens) tokens.clear();
  tokens.set(key, { value, endsAt: Date.now() + seconds * secondMs });
  return value;
}

const errors = z.object({
  errors: z.array(z.object({ message: z.string().optional(), longMessage: z.string().optional() })),
});

/** Returns the sentences of an answer with errors; '' if it has none. */
export function sentencesOf(json: unknown): string {
  const parsed = errors.safeParse(json);
  const messages = (parsed.data?.errors ?? []).map(
    ({ message, longMessage }) => longMessage || message || '',
  );
  return [...new Set(messages.filter(Boolean))].join(' ').slice(0, 500);
}

function refusedWith(status: number, json: unknown): ChannelRefusal {
  if (status === 401 || status === 403)
    return new ChannelRefusal(
      sentencesOf(json) || 'eBay does not accept the keys of this account.',
      status === 401,
    );
  return new ChannelRefusal(sentencesOf(json) || `eBay answered with ${status}.`);
}

const oauthError = z.object({ error_description: z.string() });

function keyRefusal(json: unknown): ChannelRefusal {
  const reason = oauthError.safeParse(json).data?.error_description;
  return new ChannelRefusal(`eBay does not accept these keys${reason ? `: ${reason}` : ''}.`, true);
}
