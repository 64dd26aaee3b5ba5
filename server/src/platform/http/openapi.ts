import type { Endpoint, EndpointTable } from '@reprise/contract/endpoint';
import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * Builds the OpenAPI 3.1 document of a table of endpoints from the schemas that validate the calls, with the bodies of
 * webhooks by the type of their event.
 */
export function openApiDocument(
  table: EndpointTable,
  info: { title: string; version: string; basePath: string },
  webhooks: Record<string, z.ZodType> = {},
) {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(table)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    servers: [{ url: info.basePath }],
    paths,
    webhooks: Object.fromEntries(
      Object.entries(webhooks).map(([type, body]) => [type, { post: webhookOperation(type, body, schemas) }]),
    ),
    components: {
      schemas: { ...schemas, Problem: problemSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(name: string, endpoint: Endpoint, schemas: Json): Json {
  const body = requestBody(endpoint, schemas);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access !== 'public' && { security: security(endpoint) }),
    parameters: [...parameters(endpoint, 'path', schemas), ...parameters(endpoint, 'query', schemas)],
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status ?? 200]: endpoint.file
        ? { description: 'A file', content: { [endpoint.file]: { schema: { type: 'string' } } } }
        : jsonContent('Success', successSchema(endpoint, schemas)),
      default: jsonContent('Error', { $ref: '#/components/schemas/Problem' }),
    },
  };
}

function webhookOperation(type: string, body: z.ZodType, schemas: Json): Json {
  return {
    operationId: `on${type.split('.').map(capitalized).join('')}`,
    summary: `Sent as the event ${type}`,
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, schemas) } } },
    responses: {
      '2XX': { description: 'Received. Any other answer, a redirect too, is tried again for three days.' },
    },
  };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function security(endpoint: Endpoint): Json[] {
  return endpoint.access === 'visitor' ? [{}, { bearer: [] }] : [{ bearer: [] }];
}

function parameters(endpoint: Endpoint, location: 'path' | 'query', schemas: Json): Json[] {
  const schema = location === 'path' ? endpoint.params : endpoint.query;
  if (!schema) return [];
  const { properties = {} } = jsonSchema(schema, schemas) as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([key, value]) => ({
    name: key,
    in: location,
    required: location === 'path',
    schema: value,
  }));
}

function requestBody(endpoint: Endpoint, schemas: Json): Json | undefined {
  if (endpoint.upload) {
    const file = { type: 'string', format: 'binary' };
    const many = endpoint.upload.maxFiles > 1;
    const schema = {
      type: 'object',
      properties: { [endpoint.upload.field]: many ? { type: 'array', items: file } : file },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!endpoint.body) return undefined;
  return { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, schemas) } } };
}

function successSchema(endpoint: Endpoint, schemas: Json): Json {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { const: true },
      data: jsonSchema(endpoint.response, schemas),
      ...(endpoint.message && { message: { type: 'string' } }),
    },
  };
}

/** Returns the JSON Schema of the wire format (dollars, not cents); named parts move to the document's components. */
function jsonSchema(schema: z.ZodType, schemas: Json): Json {
  const {
    $schema: _dialect,
    $defs,
    ...own
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const withComponentRefs = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = withComponentRefs(definition);
  if (typeof own.id !== 'string') return withComponentRefs(own);
  schemas[own.id] = withComponentRefs(own);
  return { $ref: `#/components/schemas/${own.id}` };
}

function jsonContent(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

const problemSchema = {
  type: 'object',
  required: ['success', 'message', 'code'],
  properties: {
    success: { const: false },
    message: { type: 'string' },
    code: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    details: { type: 'object' },
    twoFactorToken: {
      type: 'string',
      description: 'With TWO_FACTOR_REQUIRED: goes to POST /auth/two-factor',
    },
    setup: {
      $ref: '#/components/schemas/TwoFactorSetup',
      description: 'With TWO_FACTOR_REQUIRED, if the account has no second factor yet',
    },
    requestId: { type: 'string' },
  },
};
