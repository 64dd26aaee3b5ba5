import { SearchIndexFailure } from '@reprise/extension/search-index';
import { z } from 'zod';

type Body = { json: object } | { lines: object[] };
type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: Body; timeoutMs?: number };

export type OpenSearchClient = {
  /** First part of all index names: the path of SEARCH_URL. */
  prefix: string;
  /** Sends one request; throws `SearchIndexFailure` unless the answer has a 2xx status and fits the schema. */
  call<Answer>(call: Call, schema: z.ZodType<Answer>): Promise<Answer>;
};

/** Enough for creating an index or for 200 products; searches have a shorter timeout. */
const defaultTimeoutMs = 20_000;
const maxAnswerBytes = 8 * 1024 * 1024;

export const anyAnswer = z.unknown();
const errorAnswer = z.object({ error: z.object({ type: z.string(), reason: z.string().optional() }) });

/**
 * Calls the REST API of OpenSearch. Five calls do not need its client library, which would load every API at start.
 * Redirects are errors, so that the password never goes to another host.
 */
export function createClient(searchUrl: string): OpenSearchClient {
  const { username, password, origin, pathname } = new URL(searchUrl);
  const credentials = [username, password].map(decodeURIComponent).join(':');
  const authorization = username && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const call = async <Answer>(
    { method, path, body, timeoutMs = defaultTimeoutMs }: Call,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> => {
    const name = `${method} ${path.split('?', 1)[0]}`;
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...(authorization && { authorization }), ...(body && { 'content-type': typeOf(body) }) },
      ...(body && { body: textOf(body) }),
    }).catch((cause) => {
      throw new SearchIndexFailure(`${name} was not answered.`, { cause });
    });
    const answer = await readJson(response).catch((cause) => {
      throw new SearchIndexFailure(`${name}: the answer cannot be read.`, { cause });
    });
    if (!response.ok) {
      const { error } = errorAnswer.safeParse(answer).data ?? {};
      throw new SearchIndexFailure(`${name} failed with ${response.status}: ${error?.type} ${error?.reason}`);
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success)
      throw new SearchIndexFailure(`${name} was answered in an unknown format.`, { cause: parsed.error });
    return parsed.data;
  };
  return { prefix: pathname.slice(1) || 'reprise', call };
}

const typeOf = (body: Body) => ('json' in body ? 'application/json' : 'application/x-ndjson');
const textOf = (body: Body) =>
  'json' in body ? JSON.stringify(body.json) : body.lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Reads a bounded answer, so that a faulty server cannot fill the memory of the shop. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error(`The answer has more than ${maxAnswerBytes} bytes.`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
