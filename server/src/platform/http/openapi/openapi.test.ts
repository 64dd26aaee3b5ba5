import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { createGeneratorSync } from 'json-schema-faker';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from './json-schema.ts';
import { endpointsByTag, openApiDocument } from './openapi.ts';

const document = openApiDocument(allEndpoints, { title: '', version: '', basePath: '/api' });
const components = document.components.schemas as Record<string, Json>;
type Content = Record<string, { schema: Json; example: unknown }>;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
  operationId: keyof typeof allEndpoints;
  parameters: { name: string; in: string; schema: Json; example: unknown }[];
  requestBody?: { content: Content };
  responses: Record<number, { content: Content }>;
}[];

/** Rules that JSON Schema cannot say: check digits, names of time zones, and those between two fields. */
const unsaid = [
  /^Use the number of a device/,
  /^This is no serial number or IMEI|names no device\.|has no serial number\.|^A serial number has/,
  /^This is a quantity\.|^This is an e-mail address\./,
  /^An IMEI has|^A MEID has|^An EID has/,
  /^The last digit of/,
  /^Choose a time zone/,
  /^Cannot be combined with/,
  /^Original price must not be below the price/,
  /^Choose how the devices left/,
  /^More devices are chosen than ordered/,
  /^Enter a whole percentage from 1 to 100|^Enter an amount above zero/,
  /^(?:City|State|ZIP code) is required/,
  /^Only a part that was put in/,
  /^Enter the number of the device that was stripped/,
  /^The end must be after the start|^Choose each country once/,
  /^A device has one number of each kind/,
  /^The first day must not be after the last/,
  /^Say which device it is at/,
  /^Name the tool that erased them/,
  /^Add a photo of the damage/,
];

const draws = 12;
const generator = createGeneratorSync({ seed: 22, optionalsProbability: 0.6 });

test('the API accepts what its description calls valid', () => {
  const refused: string[] = [];
  for (const { operationId, parameters, requestBody } of operations) {
    const endpoint: Endpoint = allEndpoints[operationId];
    const content = requestBody?.content['application/json'];
    const body = content && resolve(content.schema);
    for (let draw = 0; draw < draws; draw++) {
      const faults = [
        ...faultsOf(endpoint.params, drawParameters(parameters, 'path')),
        ...faultsOf(endpoint.query, drawParameters(parameters, 'query')),
        ...faultsOf(endpoint.body, body && generator.generate(body)),
      ];
      const undescribed = faults.filter((fault) => !unsaid.some((rule) => rule.test(fault)));
      refused.push(...undescribed.map((fault) => `${operationId}: ${fault}`));
    }
  }
  expect(refused).toEqual([]);
});

test('each call has an example that the API accepts, and of its answer', () => {
  const refused: string[] = [];
  for (const { operationId, parameters, requestBody, responses } of operations) {
    const endpoint: Endpoint = allEndpoints[operationId];
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const path = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)]));
    const answer = responses[endpoint.status ?? 200]?.content['application/json'];
    const faults = [
      ...faultsOf(endpoint.params, path),
      ...(endpoint.body ? faultsOf(endpoint.body, requestBody?.content['application/json']?.example) : []),
      ...(answer ? faultsOf(endpoint.response, (answer.example as { data?: unknown }).data) : []),
    ];
    refused.push(...faults.map((fault) => `${operationId}: ${fault}`));
  }
  expect(refused).toEqual([]);
});

test('each tag has a document that names no schema it lacks, and together they have all calls', () => {
  const names: string[] = [];
  for (const [tag, table] of endpointsByTag(allEndpoints)) {
    names.push(...Object.keys(table));
    const part = openApiDocument(table, { title: tag, version: '', basePath: '/api' });
    const named = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    const missing = [...named].filter(([, name = '']) => !Object.hasOwn(part.components.schemas, name));
    expect([tag, missing.map(([, name]) => name)]).toEqual([tag, []]);
  }
  expect(names.sort()).toEqual(Object.keys(allEndpoints).sort());
});

function faultsOf(schema: z.ZodType | undefined, value: unknown): string[] {
  const { error } = schema ? z.safeDecode(schema, value as never) : {};
  return (error?.issues ?? []).map(
    ({ path, message }) => `${message} at ${path.join('.')}: ${JSON.stringify(value).slice(0, 200)}`,
  );
}

/** Draws values as they arrive in an address: text, or texts of a repeated key. */
function drawParameters(parameters: (typeof operations)[number]['parameters'], location: string) {
  const drawn = parameters
    .filter((parameter) => parameter.in === location)
    .map(({ name, schema }) => [name, generator.generate(schema as never)] as const);
  return Object.fromEntries(
    drawn.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

/** Replaces references by the components they name; no request has a schema that contains itself. */
function resolve(value: unknown): never {
  if (Array.isArray(value)) return value.map(resolve) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  const { $ref } = value as { $ref?: string };
  if ($ref) return resolve(components[$ref.split('/').at(-1) ?? '']);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)])) as never;
}
