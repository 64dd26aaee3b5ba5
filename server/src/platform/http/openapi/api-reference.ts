import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { EndpointTable } from '@reprise/contract/endpoint';
import { webhookBodies } from '@reprise/contract/webhooks/events';
import type { FastifyInstance } from 'fastify';
import { noDependencies } from '../../response-cache/cache-dependencies.ts';
import type { SendCached } from '../../response-cache/send-cached.ts';
import { closedPolicy } from '../security-headers.ts';
import { openApiDocument } from './openapi.ts';

/** Serves the API reference: /docs for people, /openapi.json for programs. It never changes and is cached. */
export async function serveApiReference(
  app: FastifyInstance,
  table: EndpointTable,
  sendCached: SendCached,
): Promise<void> {
  // Built by the first request: it takes a fifth of a second, for which no start has to wait.
  let document: ReturnType<typeof openApiDocument> | undefined;
  const readDocument = () => {
    const info = { title: 'Reprise API', version: '1.0.0', basePath: '/api' };
    document ??= openApiDocument(table, info, webhookBodies);
    return document;
  };
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': closedPolicy,
  };
  app.get('/openapi.json', (request, reply) =>
    sendCached(request, reply, 'reference openapi.json', async () => ({
      status: 200,
      headers,
      body: Buffer.from(JSON.stringify(readDocument())),
      dependencies: noDependencies(),
    })),
  );
  await app.register(async (docs) => {
    cacheResponses(docs, sendCached);
    await docs.register(swagger, { mode: 'static', specification: { document: {} as never } });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      theme: { title: 'Reprise API' },
      transformSpecification: () => readDocument(),
      transformSpecificationClone: false,
    });
  });
}

/** Calls the plugin once for each path: it reads files and serializes the document for every request. */
function cacheResponses(app: FastifyInstance, sendCached: SendCached): void {
  const marker = { 'x-reference-computation': randomUUID() };
  const [[name, value] = ['', '']] = Object.entries(marker);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[name] === value) return;
    const [path = ''] = request.url.split('?', 1);
    await sendCached(request, reply, `reference ${path}`, async () => {
      const { statusCode, headers, rawPayload } = await app.inject({ url: path, headers: marker });
      const own = Object.entries(headers).filter(([header]) => ownHeaders.includes(header));
      const copied = Object.fromEntries(own.map(([header, content]) => [header, String(content)]));
      return { status: statusCode, headers: copied, body: rawPayload, dependencies: noDependencies() };
    });
    return reply;
  });
}

const ownHeaders = ['content-type', 'content-security-policy', 'location'];
