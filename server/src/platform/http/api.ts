import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { Endpoint, EndpointTable, FileResponse } from '@reprise/contract/endpoint';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '../content-disposition.ts';
import { assertRecentAuthentication } from '../recent-authentication.ts';
import { noDependencies, type TagsByCall, trackDependencies } from '../response-cache/cache-dependencies.ts';
import type { ComputedResponse } from '../response-cache/cached-response.ts';
import type { CacheResponder } from '../response-cache/serve-from-cache.ts';
import { problemBody, successBody } from './answer.ts';
import { maxUploadBodyBytes, readRawBody, singleHeader } from './bodies/read-raw-body.ts';
import { acceptOnlyStrictJson, assertUnencodedBody, discardBodies } from './bodies/request-bodies.ts';
import {
  type AnyHandler,
  buildCacheKey,
  type CallContext,
  type Caller,
  callEndpoint,
  checkAccess,
  isSearch,
  type WireInput,
} from './endpoint.ts';
import { createPathCheck, type PathCredentials } from './path-credentials.ts';
import { problemFromError } from './problem-from-error.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';
import { closedPolicy } from './security-headers.ts';
import { anonymous } from './server-client.ts';
import { assertNoTokenInUrl, isApiToken } from './tokens/api-token.ts';
import { bearerToken } from './tokens/bearer-token.ts';
import { runWithToken } from './tokens/calling-token.ts';
import { rejectUnknownCalls } from './unknown-calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    callContext: CallContext;
    /** When the caller was resolved, on the monotonic clock. */
    callerResolvedAt: number;
  }
  interface FastifyContextConfig {
    /** Name of the call in the contract. */
    endpoint?: string;
    /** True if the body must not be parsed as JSON. */
    rawBody?: boolean;
  }
}

export type Api = {
  table: EndpointTable;
  handlers: Record<string, AnyHandler>;
  /** Returns the user of a bearer token; null for an expired or unknown one. */
  resolveCaller: (token: string, call: { isBackground: boolean }) => Promise<Caller | null>;
  rateLimit: RateLimit;
  /** Throws for a call that is closed at present. */
  assertOpen: (name: string, context: CallContext) => Promise<void>;
  /** Checks of credentials in the path, by the name of the call. */
  pathCredentials: PathCredentials;
  stepUp: StepUp;
  /** Caches responses of the public reads that have tags. */
  cache?: { responder: CacheResponder; tags: TagsByCall } | undefined;
};

/** Checks of a recent step-up, handed in by the identity slice. */
type StepUp = {
  now: () => Date;
  /** Throws STEP_UP_REQUIRED for too many deletions without a recent proof. */
  countDeletions: (caller: Caller, count: number) => Promise<void>;
  /** Throws STEP_UP_REQUIRED without a recent proof that allows to add or remove a second factor. */
  assertFactorProof: (caller: Caller | null) => Promise<void>;
  /** Audits a call that lacked a recent proof. */
  recordRequiredStepUp: (caller: Caller, endpoint: string) => Promise<void>;
};

/** Mounts every endpoint of the contract under the plugin's prefix. */
export async function mountApi(app: FastifyInstance, api: Api): Promise<void> {
  app.decorateRequest('callContext');
  app.decorateRequest('callerResolvedAt', 0);
  acceptOnlyStrictJson(app);
  await app.register(multipart);
  app.setErrorHandler(async (error, request, reply) => {
    await recordRequiredStepUp(error, request, api.stepUp);
    return sendProblem(error, request, reply);
  });
  rejectUnknownCalls(app, api.table);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  const mount = (scope: FastifyInstance, [name, endpoint]: [string, Endpoint]) => {
    const handler = api.handlers[name];
    if (!handler) throw new Error(`No handler for ${name}`);
    mountEndpoint(scope, name, endpoint, handler, api);
  };
  const calls = Object.entries(api.table);
  for (const call of calls.filter(([, endpoint]) => !endpoint.ignoresBody)) mount(app, call);
  await app.register(async (scope) => {
    discardBodies(scope);
    for (const call of calls.filter(([, endpoint]) => endpoint.ignoresBody)) mount(scope, call);
  });
}

function mountEndpoint(
  app: FastifyInstance,
  name: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  api: Api,
): void {
  const sendFromCache = createCacheSender(name, endpoint, handler, api.cache);
  // Cacheable calls count on a miss: serving a response from the cache costs less than counting it.
  const isCacheable = (request: FastifyRequest) =>
    sendFromCache !== undefined && api.cache?.responder.isCacheableRequest(request) === true;
  const countCall = ({ query, ip }: FastifyRequest) =>
    api.rateLimit.countCall(isSearch(endpoint, query) ? 'search' : endpoint.rate, ip);
  const checkPath = createPathCheck(name, endpoint, api);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: maxBodyBytesOf(endpoint),
    config: { endpoint: name, rawBody: endpoint.rawBody !== undefined },
    // Limits and access are checked before the body is read.
    onRequest: async (request) => {
      assertNoTokenInUrl(request.url);
      const isByToken =
        endpoint.access !== 'public' && isApiToken(bearerToken(request.headers.authorization));
      if (isByToken) await api.rateLimit.countTokenLookup(request.ip);
      else if (!isCacheable(request)) await countCall(request);
      request.callerResolvedAt = performance.now();
      request.callContext = await contextOf(request, endpoint, api);
      const token = request.callContext.caller?.token;
      if (token) await api.rateLimit.countToken(token.id, endpoint.rate, request.ip);
      else if (isByToken) await countCall(request);
      await api.assertOpen(name, request.callContext);
      checkAccess(endpoint, request.callContext);
      await checkProof(endpoint, request.callContext, api.stepUp);
      await checkPath?.(request);
      request.isCredentialChecked = checkPath !== undefined || request.callContext.caller?.role === 'admin';
      assertUnencodedBody(request);
    },
    handler: async (request, reply) => {
      if (sendFromCache && isCacheable(request))
        return sendFromCache(request, reply, () => countCall(request));
      if (endpoint.rate === 'signIn') await countAccount(request, api.rateLimit);
      const rawBody = await readRawBody(request, endpoint);
      if (isCallerOutdated(request)) await checkCallerAgain(request, endpoint, api);
      const setCookie = (cookie: string) => void reply.header('set-cookie', cookie);
      const context = { ...request.callContext, ...rawBody, setCookie };
      const wire = { params: request.params, query: request.query, body: request.body };
      const data = await runWithToken(context.caller?.token, () =>
        callEndpoint(endpoint, handler, wire, context),
      );
      if (endpoint.file) return sendFile(reply, endpoint.file, data as FileResponse);
      return reply
        .code(endpoint.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(successBody(data, endpoint.message));
    },
  });
}

/**
 * Parsing and validating a body blocks the event loop for about 20 ms per megabyte. The limits fit an order of a hundred
 * lines (public), a product with all its texts (staff), and the largest event of a payment processor (signed).
 */
const maxBodyBytes = { public: 64 * 1024, staff: 512 * 1024, signed: 1024 * 1024 };

function maxBodyBytesOf({ access, rawBody, upload }: Endpoint): number {
  if (upload) return maxUploadBodyBytes(upload);
  if (rawBody) return maxBodyBytes.signed;
  return access === 'admin' ? maxBodyBytes.staff : maxBodyBytes.public;
}

/**
 * Streams a file. An error before the first chunk becomes an error response; a later one closes the connection, so that
 * a truncated file is not mistaken for a complete one.
 */
async function sendFile(reply: FastifyReply, type: string, { name, pieces, bytes }: FileResponse) {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* inOrder() {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  // With its length, a browser can tell a truncated download from a complete one.
  if (bytes !== undefined) reply.header('content-length', bytes);
  return reply
    .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', attachment(name))
    .send(Readable.from(inOrder()));
}

/** Returns a sender for the cached responses of a public read; undefined for a call without tags. */
function createCacheSender(name: string, endpoint: Endpoint, handler: AnyHandler, cache: Api['cache']) {
  const tagsOf = cache?.tags[name];
  if (!cache || !tagsOf) return undefined;
  if (endpoint.method !== 'GET' || endpoint.access !== 'public') {
    throw new Error(`${name} cannot be cached: it is not a public GET.`);
  }
  return (request: FastifyRequest, reply: FastifyReply, admit: () => Promise<void>) => {
    const wire: WireInput = { params: request.params, query: request.query };
    return cache.responder.send(
      request,
      reply,
      buildCacheKey(name, endpoint, wire),
      async (): Promise<ComputedResponse> => {
        const dependencies = noDependencies();
        const tracked = trackDependencies(handler, tagsOf, dependencies);
        const data = await callEndpoint(endpoint, tracked, wire, anonymous);
        const headers = {
          'content-type': 'application/json; charset=utf-8',
          'content-security-policy': closedPolicy,
          // Answers to pages of other websites differ in their Access-Control-Allow-Origin.
          vary: 'origin',
        };
        const body = Buffer.from(successBody(data, endpoint.message));
        return { status: 200, headers, body, dependencies };
      },
      admit,
    );
  };
}

async function contextOf(
  request: FastifyRequest,
  endpoint: Endpoint,
  { resolveCaller, stepUp }: Pick<Api, 'resolveCaller' | 'stepUp'>,
): Promise<CallContext> {
  const token = bearerToken(request.headers.authorization);
  const isBackground = request.headers['x-background'] === '1';
  const needsCaller = endpoint.access !== 'public' && token;
  const caller = needsCaller ? await resolveCaller(token, { isBackground }) : null;
  return {
    caller,
    requestId: request.id,
    ip: request.ip,
    network: request.network,
    userAgent: request.headers['user-agent'] ?? '',
    token,
    idempotencyKey: idempotencyKey(request, endpoint),
    orderToken: singleHeader(request, 'x-order-token'),
    files: [],
    countDeletions: async (count) => {
      if (caller) await stepUp.countDeletions(caller, count);
    },
  };
}

const maxCallerAgeMs = 1000;

const isCallerOutdated = ({ callContext, callerResolvedAt }: FastifyRequest) =>
  callContext.caller !== null && performance.now() - callerResolvedAt > maxCallerAgeMs;

/** Checks access again after a slow upload: the session, the role or the step-up may have ended while it arrived. */
async function checkCallerAgain(request: FastifyRequest, endpoint: Endpoint, api: Api): Promise<void> {
  request.callContext = await contextOf(request, endpoint, api);
  checkAccess(endpoint, request.callContext);
  await checkStepUp(endpoint, request.callContext, api.stepUp);
}

/** Requires a recent step-up where the endpoint asks for one; counts single deletions by staff like bulk deletions. */
async function checkProof(endpoint: Endpoint, context: CallContext, stepUp: StepUp): Promise<void> {
  if (endpoint.stepUp) await checkStepUp(endpoint, context, stepUp);
  else if (endpoint.method === 'DELETE' && endpoint.access === 'admin') await context.countDeletions(1);
}

async function checkStepUp(endpoint: Endpoint, { caller }: CallContext, stepUp: StepUp): Promise<void> {
  if (endpoint.stepUp) assertRecentAuthentication(caller, stepUp.now());
  if (endpoint.stepUp === 'factor') await stepUp.assertFactorProof(caller);
}

async function recordRequiredStepUp(error: unknown, request: FastifyRequest, stepUp: StepUp): Promise<void> {
  const caller = request.callContext?.caller;
  if (!caller || problemCodeOf(error) !== 'STEP_UP_REQUIRED') return;
  await runWithToken(caller.token, () =>
    stepUp.recordRequiredStepUp(caller, request.routeOptions.config.endpoint ?? ''),
  );
}

function idempotencyKey(request: FastifyRequest, endpoint: Endpoint): string | null {
  const key = endpoint.idempotent ? singleHeader(request, 'idempotency-key') : null;
  if (key !== null && key.length > 255) {
    throw new Problem('VALIDATION_ERROR', 'The Idempotency-Key may have at most 255 characters.');
  }
  return key;
}

async function countAccount(request: FastifyRequest, rateLimit: RateLimit): Promise<void> {
  // A step-up counts on the account that is signed in.
  const email = request.callContext.caller?.email ?? (request.body as { email?: unknown } | undefined)?.email;
  if (typeof email === 'string') await rateLimit.countSignIn(email, request.ip);
}

/** Sends every error response of the server. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemFromError(error);
  // A client that disconnects while sending is not an error of the server.
  const isAborted = request.raw.destroyed && !request.raw.complete;
  if (problem.status >= 500 && !isAborted)
    request.log.error({ err: error, code: problem.code }, 'request failed');
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.code === 'METHOD_NOT_ALLOWED') {
    reply.header('allow', String(problem.details?.allow));
  }
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(problemBody(problem, request.id));
}
