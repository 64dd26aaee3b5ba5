import { readResponse } from '@reprise/contract/client/http';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './browser-api.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stubs fetch with a success for every request. */
function answerAll(data: unknown) {
  const sent = vi.fn(async (_address: string, _init: RequestInit) => Response.json({ success: true, data }));
  vi.stubGlobal('fetch', sent);
  return sent;
}

test('an error response throws the API’s message, or one for its status', async () => {
  const readError = (body: unknown, status: number) => readResponse(Response.json(body, { status }));
  await expect(readError({ success: false, message: 'No such thing' }, 404)).rejects.toThrow('No such thing');
  await expect(readError({}, 502)).rejects.toThrow('HTTP error! status: 502');
  await expect(readResponse(new Response('<h1>Bad gateway</h1>', { status: 502 }))).rejects.toThrow(
    'HTTP error! status: 502',
  );
});

test('a query omits empty values and repeats arrays', async () => {
  const sent = answerAll([]);
  await api
    .listProducts({
      query: { search: '', category: undefined, condition: ['good', 'fair'], brand: ['Sony'] },
    })
    // The response is not a valid list; only the request matters here.
    .catch(() => undefined);
  expect(sent.mock.calls[0]?.[0]).toBe('/api/products?condition=good&condition=fair&brand=Sony');
});

test('a body is sent as JSON with its content type', async () => {
  const sent = answerAll({});
  await api.forgotPassword({ body: { email: 'ada@example.com' } }).catch(() => undefined);
  expect(sent.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"ada@example.com"}',
  });
});
