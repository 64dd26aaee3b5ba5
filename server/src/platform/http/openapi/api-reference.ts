import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { EndpointTable } from '@reprise/contract/endpoint';
import { storeCurrency } from '@reprise/contract/money';
import { webhookBodies } from '@reprise/contract/operations/webhooks/events';
import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noDependencies } from '../../response-cache/cache-dependencies.ts';
import type { SendCached } from '../../response-cache/send-cached.ts';
import { closedPolicy } from '../security-headers.ts';
import { endpointsByTag, openApiDocument } from './openapi.ts';

const info = { title: 'Reprise API', version: '1.0.0', basePath: '/api' };

/** Returns what the amounts of all bodies are. */
function amountRules(): string {
  const { code, digits } = storeCurrency();
  return `Amounts of money are numbers in ${code} with at most ${digits} decimals.`;
}

/** Serves the API reference: /docs for people, /openapi.json for programs. It changes with the currency only. */
export async function serveApiReference(
  app: FastifyInstance,
  table: EndpointTable,
  sendCached: SendCached,
): Promise<void> {
  // Built by the first request: it takes a fifth of a second, for which no start has to wait.
  const documents = new Map<string, ReturnType<typeof openApiDocument>>();
  const readDocument = () => {
    const { code } = storeCurrency();
    const known = documents.get(code);
    if (known) return known;
    const description = `${amountRules()} Each tag alone is at \`/api/openapi/<tag>.json\`, the events of webhooks with those of \`webhooks\`.`;
    const document = openApiDocument(table, { ...info, description }, webhookBodies);
    documents.set(code, document);
    return document;
  };
  const byTag = endpointsByTag(table);
  const readTag = (tag: string, calls: EndpointTable) =>
    openApiDocument(
      calls,
      { ...info, title: `${info.title}: ${tag}`, description: amountRules() },
      tag === 'webhooks' ? webhookBodies : {},
    );
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': closedPolicy,
    // Answers to pages of other websites differ in their Access-Control-Allow-Origin.
    vary: 'origin',
  };
  const send = (request: FastifyRequest, reply: FastifyReply, name: string, read: () => object) =>
    sendCached(request, reply, `reference ${storeCurrency().code} ${name}`, async () => ({
      status: 200,
      headers,
      body: Buffer.from(JSON.stringify(read())),
      dependencies: noDependencies(),
    }));
  app.get('/openapi.json', (request, reply) => send(request, reply, 'openapi.json', readDocument));
  app.get<{ Params: { tag: string } }>('/openapi/:tag.json', (request, reply) => {
    const { tag } = request.params;
    const calls = byTag.get(tag);
    if (!calls) throw new Problem('NOT_FOUND', 'There is no such tag.');
    return send(request as FastifyRequest, reply, `openapi/${tag}.json`, () => readTag(tag, calls));
  });
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
