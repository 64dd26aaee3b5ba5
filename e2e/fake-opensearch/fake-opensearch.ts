import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIndexes } from './indexes.ts';
import { OpenSearchError } from './opensearch-error.ts';
import { type Fields, parseQuery } from './query.ts';

/**
 * Fake of the part of OpenSearch's REST API that the shop uses. It rejects unknown paths, parameters, fields and types
 * as the documentation says, evaluates queries in memory and fails on demand.
 */

/** Outcome of a request: closed connection, overload, unavailable, no answer, another format, a redirect. */
export type Fault = 'reset' | 'busy' | 'unavailable' | 'silent' | 'malformed' | 'redirect';

type Request = { method: string; path: string; params: URLSearchParams; type: string; body: string };
type Json = Record<string, unknown>;

const illegal = (reason: string) => new OpenSearchError(400, 'illegal_argument_exception', reason);
const user = 'shop';
const password = 'p@ss word';

export async function openFakeOpenSearch() {
  const indexes = createIndexes();
  const requests: string[] = [];
  const interruptions = new Map<string, () => Promise<unknown>>();
  let fault: Fault | null = null;

  const routes: [string, RegExp, string[], (name: string, request: Request) => unknown][] = [
    ['PUT', /^\/([^/_][^/]*)$/, [], (name, request) => indexes.create(name, jsonOf(request))],
    ['DELETE', /^\/([^/_*][^/*]*)$/, [], (name) => indexes.delete(name)],
    ['GET', /^\/([^/_][^/]*)\/_alias$/, [], (name) => indexes.aliases(name)],
    ['POST', /^\/([^/_][^/]*)\/_refresh$/, [], (name) => indexes.refresh(name)],
    ['POST', /^\/_aliases()$/, [], (_, request) => indexes.changeAliases(actionsOf(request))],
    ['POST', /^\/_bulk()$/, ['require_alias', 'refresh'], (_, request) => bulk(request)],
    ['POST', /^\/([^/_][^/]*)\/_msearch$/, [], (name, request) => searchAll(name, request)],
  ];

  function bulk(request: Request) {
    if (request.params.get('require_alias') !== 'true') throw illegal('the shop writes to aliases');
    const lines = linesOf(request);
    const items: Json[] = [];
    for (let index = 0; index < lines.length; ) {
      const [[action, target] = ['', {}], ...more] = Object.entries(lines[index++] as Json);
      if (more.length > 0 || !['index', 'delete'].includes(action))
        throw illegal(`Malformed action [${action}]`);
      const { _index, _id, version, version_type, ...others } = target as {
        _index: string;
        _id: string;
        version: number;
        version_type: string;
      };
      if (Object.keys(others).length > 0)
        throw illegal(`Action/metadata line contains an unknown parameter [${Object.keys(others)}]`);
      if (version_type !== 'external_gte' || !Number.isSafeInteger(version))
        throw illegal('external versions only');
      const document = action === 'index' ? (lines[index++] as Fields | undefined) : null;
      if (document === undefined) throw illegal('The bulk request must be terminated by a newline');
      items.push({ [action]: itemOf(_index, _id, () => indexes.write({ _index, _id, version }, document)) });
    }
    if (request.params.get('refresh') === 'wait_for') indexes.refreshAll();
    return { took: 1, errors: items.some((item) => JSON.stringify(item).includes('"error"')), items };
  }

  function itemOf(_index: string, _id: string, write: () => Json): Json {
    try {
      return { _index, _id, ...write() };
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      return { _index, _id, status: error.status, error: { type: error.type, reason: error.message } };
    }
  }

  function searchAll(name: string, request: Request) {
    const lines = linesOf(request);
    if (lines.length % 2 === 1) throw illegal('a search body is missing');
    const bodies = lines.filter((_, index) => index % 2 === 1);
    const responses = bodies.map((body) => {
      try {
        return { ...search(name, body as Json), status: 200 };
      } catch (error) {
        if (!(error instanceof OpenSearchError)) throw error;
        return error.toJSON();
      }
    });
    return { took: 1, responses };
  }

  function search(name: string, body: Json) {
    const { query, size, _source, track_total_hits, timeout, ...others } = body;
    const [unknown] = Object.keys(others);
    if (unknown) throw new OpenSearchError(400, 'parsing_exception', `Unknown key for [${unknown}].`);
    if (_source !== false || track_total_hits !== false || !/^\d+ms$/.test(String(timeout)))
      throw illegal('search options');
    if (!Number.isInteger(size) || Number(size) > 10_000) throw illegal('Result window is too large');
    const { properties, documents } = indexes.searched(name);
    const evaluate = parseQuery(query, properties);
    const hits = [...documents].flatMap(([_id, document]) => {
      const names = new Set<string>();
      const score = evaluate(document, names);
      return score === null
        ? []
        : [
            {
              _index: name,
              _id,
              _score: Math.fround(score),
              ...(names.size > 0 && { matched_queries: [...names] }),
            },
          ];
    });
    hits.sort((a, b) => b._score - a._score);
    const [best] = hits;
    return {
      took: 1,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: { max_score: best?._score ?? null, hits: hits.slice(0, Number(size)) },
    };
  }

  function answer(request: Request): unknown {
    const paths = routes.filter(([, path]) => path.test(request.path));
    const route = paths.find(([method]) => method === request.method);
    if (!route)
      throw new OpenSearchError(
        paths.length > 0 ? 405 : 400,
        'illegal_argument_exception',
        `no handler found for uri [${request.path}] and method [${request.method}]`,
      );
    const [, path, parameters, handle] = route;
    const unknown = [...request.params.keys()].filter((name) => !parameters.includes(name));
    if (unknown.length > 0)
      throw illegal(`request [${request.path}] contains unrecognized parameter: [${unknown}]`);
    return handle(decodeURIComponent(path.exec(request.path)?.[1] ?? ''), request);
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(`${request.method} ${request.path}`);
    const interrupt = interruptions.get(request.path);
    interruptions.delete(request.path);
    await interrupt?.();
    if (fault) return fail(response, fault);
    const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    if (incoming.headers.authorization !== expected)
      return send(response, 401, new OpenSearchError(401, 'security_exception', 'Unauthorized'));
    try {
      send(response, 200, answer(request));
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      send(response, error.status, error);
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => send(response, 500, { error: String(error) }));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    /** SEARCH_URL of a shop that uses this fake. */
    searchUrl: `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/test`,
    requests,
    indexNames: indexes.names,
    deleteIndex: indexes.delete,
    /** Runs `work` between the next request to this path and its answer. */
    beforeAnswer: (path: string, work: () => Promise<unknown>) => void interruptions.set(path, work),
    /** All requests fail this way until null. */
    failWith: (next: Fault | null) => {
      fault = next;
    },
    /** Stops listening, as a server that is away, and listens again. */
    stop: close,
    restart: () => listen(port),
    close: async () => (server.listening ? close() : undefined),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake');
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    params: searchParams,
    type: incoming.headers['content-type'] ?? '',
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function jsonOf({ type, body }: Request): Json {
  if (type !== 'application/json')
    throw new OpenSearchError(
      406,
      'media_type_header_exception',
      `Content-Type header [${type}] is not supported`,
    );
  return JSON.parse(body);
}

function linesOf({ type, body }: Request): unknown[] {
  if (type !== 'application/x-ndjson')
    throw new OpenSearchError(
      406,
      'media_type_header_exception',
      `Content-Type header [${type}] is not supported`,
    );
  if (!body.endsWith('\n')) throw illegal('The bulk request must be terminated by a newline [\\n]');
  return body
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

function actionsOf(request: Request) {
  const { actions, ...others } = jsonOf(request);
  if (!Array.isArray(actions) || Object.keys(others).length > 0) throw illegal('[aliases] unknown field');
  return actions;
}

function fail(response: ServerResponse, fault: Fault): void {
  if (fault === 'reset') response.destroy();
  if (fault === 'busy')
    send(response, 429, new OpenSearchError(429, 'rejected_execution_exception', 'queue is full'));
  if (fault === 'unavailable') response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>');
  if (fault === 'malformed')
    send(response, 200, { took: 1, responses: [{ status: 200, hits: 'none' }], items: 7 });
  if (fault === 'redirect') response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  // `silent` never answers.
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}
