import type { Endpoint, EndpointTable } from '@reprise/contract/endpoint';
import { twoFactorSetup } from '@reprise/contract/people/identity/sign-in';
import type { z } from 'zod';
import { exampleOf } from './examples.ts';
import { type Components, type Json, jsonSchema } from './json-schema.ts';

/**
 * Builds the OpenAPI 3.1 document of a table of endpoints from the schemas that validate the calls, with the bodies of
 * webhooks by the type of their event.
 */
export function openApiDocument(
  table: EndpointTable,
  info: { title: string; version: string; basePath: string; description?: string },
  webhooks: Record<string, z.ZodType> = {},
) {
  const schemas: Components = {};
  // Named by `Problem`, also in a document without the calls that use it.
  jsonSchema(twoFactorSetup, schemas, 'response');
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(table)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      ...(info.description !== undefined && { description: info.description }),
      license: { name: 'MIT', identifier: 'MIT' },
    },
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

/** Returns the endpoints of each tag. */
export function endpointsByTag(table: EndpointTable): Map<string, EndpointTable> {
  const grouped = Map.groupBy(Object.entries(table), ([, endpoint]) => tagOf(endpoint));
  return new Map([...grouped].map(([tag, entries]) => [tag, Object.fromEntries(entries)]));
}

function operation(name: string, endpoint: Endpoint, schemas: Components): Json {
  const body = requestBody(endpoint, schemas);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    ...describe(endpoint),
    security: security(endpoint),
    parameters: [
      ...parameters(endpoint, 'path', schemas),
      ...parameters(endpoint, 'query', schemas),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status ?? 200]: endpoint.file
        ? { description: 'A file', content: { [endpoint.file]: { schema: { type: 'string' } } } }
        : { description: 'Success', content: success(endpoint, schemas) },
      '4XX': { description: 'Refused; `code` says why', content: jsonContent(problem, exampleProblem) },
      default: { description: 'Failed', content: jsonContent(problem) },
    },
  };
}

function webhookOperation(type: string, body: z.ZodType, schemas: Components): Json {
  return {
    operationId: `on${type.split('.').map(capitalized).join('')}`,
    summary: `Sent as the event ${type}`,
    description: 'Signed in the headers of Standard Webhooks, with the secret of the webhook.',
    security: [],
    requestBody: {
      required: true,
      content: withExample(jsonSchema(body, schemas, 'response'), schemas, type.split('.')[0]),
    },
    responses: {
      '2XX': { description: 'Received. Any other answer, a redirect too, is tried again for three days.' },
    },
  };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function security(endpoint: Endpoint): Json[] {
  if (endpoint.access === 'public') return [];
  return endpoint.access === 'visitor' ? [{}, { bearer: [] }] : [{ bearer: [] }];
}

function describe({ needs, stepUp }: Endpoint): Json {
  const sentences = [
    needs && `Needs the permission \`${needs}\`.`,
    stepUp === true && 'Needs a sign-in of the last ten minutes, so no API token can call it.',
    stepUp === 'factor' &&
      'Needs a step-up of the last ten minutes: by a second factor if the account has one, else by the password.',
  ].filter(Boolean);
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated call with the same key returns the response of the first one.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parameters(endpoint: Endpoint, location: 'path' | 'query', schemas: Components): Json[] {
  const schema = location === 'path' ? endpoint.params : endpoint.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, schemas, 'request') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([key, value]) => ({
    name: key,
    in: location,
    required: required.includes(key),
    schema: value,
    example: exampleOf(value, schemas, tagOf(endpoint), key),
  }));
}

function requestBody(endpoint: Endpoint, schemas: Components): Json | undefined {
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
  const schema = jsonSchema(endpoint.body, schemas, 'request');
  return { required: true, content: withExample(schema, schemas, tagOf(endpoint)) };
}

function success(endpoint: Endpoint, schemas: Components): Json {
  const { message } = endpoint;
  const schema = {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { const: true },
      data: jsonSchema(endpoint.response, schemas, 'response'),
      ...(message && { message: { type: 'string', examples: [message] } }),
    },
  };
  return withExample(schema, schemas, tagOf(endpoint));
}

const withExample = (schema: Json, schemas: Components, noun = '') =>
  jsonContent(schema, exampleOf(schema, schemas, noun));

function jsonContent(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}

/** Noun of an endpoint: "products" for GET /products/:id. */
const tagOf = (endpoint: Endpoint) => endpoint.path.split('/')[1] ?? '';

const problem = { $ref: '#/components/schemas/Problem' };

const exampleProblem = {
  success: false,
  message: 'Enter a valid email address',
  code: 'VALIDATION_ERROR',
  errors: [{ field: 'email', message: 'Enter a valid email address' }],
  requestId: 'req-7f',
};

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
