import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { EndpointTable } from '@reprise/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** The API reference: /docs for people, /openapi.json for programs. */
export async function serveApiReference(app: FastifyInstance, table: EndpointTable): Promise<void> {
  const document = openApiDocument(table, { title: 'Reprise API', version: '1.0.0', basePath: '/api' });
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, theme: { title: 'Reprise API' } });
  app.get('/openapi.json', async () => document);
}
