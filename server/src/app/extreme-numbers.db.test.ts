/** @module-tag slow */

import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { expect, test } from 'vitest';
import { orderOf } from '../../test/order-shop.ts';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { exampleIdPart } from '../platform/http/openapi/example-values.ts';
import { exampleOf } from '../platform/http/openapi/examples.ts';
import type { Json } from '../platform/http/openapi/json-schema.ts';
import { openApiDocument } from '../platform/http/openapi/openapi.ts';

// Sends each number and date of the API at the ends of its published range and beyond, in calls that are otherwise examples.

const { call, signIn, register } = await openTestApp(await openTestDatabase());
const admin = await signIn();
const customer = await register();

const document = openApiDocument(allEndpoints, { title: '', version: '', basePath: '' });
const components = document.components.schemas as Record<string, Json>;
type Parameter = { name: string; in: 'path' | 'query'; schema: Json; example: unknown };
type Operation = {
  operationId: keyof typeof allEndpoints;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
};
const operations = (Object.values(document.paths).flatMap((path) => Object.values(path)) as Operation[])
  // Closes the shop to all calls after it.
  .filter(({ operationId }) => operationId !== 'setMaintenance');

const days = ['0001-01-01', '9999-12-31'];

function resolve(schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  return resolve(components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** Returns the example of the schema once for each number and date in it, with that one at an end of its range. */
function extremesOf(
  schema: Json,
  object: string,
  field = object,
  depth = 0,
): { at: string; value: unknown }[] {
  if (depth > 8) return [];
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return extremesOf(components[name] ?? {}, object, name, depth + 1);
  }
  const types = [schema.type].flat();
  if (types.includes('integer') || types.includes('number')) {
    const { minimum = -1e15, maximum = 1e15, multipleOf = 1 } = schema as Record<string, number | undefined>;
    const outside = [maximum + multipleOf, minimum - multipleOf];
    return [maximum, minimum, ...outside].map((value) => ({ at: `=${value}`, value }));
  }
  if (schema.format === 'date') return days.map((value) => ({ at: `=${value}`, value }));
  if (schema.format === 'date-time') {
    return days.map((day) => ({ at: `=${day}`, value: `${day}T00:00:00Z` }));
  }
  const options = (schema.anyOf ?? schema.oneOf ?? []) as Json[];
  return [
    ...options.flatMap((option) => extremesOf({ type: schema.type, ...option }, object, field, depth + 1)),
    ...Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, part]) =>
      extremesOf(part, field, name, depth + 1).map(({ at, value }) => ({
        at: `.${name}${at}`,
        value: { ...exampleObject(schema, object, field), [name]: value },
      })),
    ),
    ...(schema.items ? extremesOf(schema.items as Json, object, field, depth + 1) : []).map(
      ({ at, value }) => ({ at: `[]${at}`, value: [value] }),
    ),
  ];
}

/** Returns the required part of an example: the rest could refer to what this shop does not have. */
function exampleObject(schema: Json, object: string, field: string): object {
  const example = exampleOf(schema, components, object, field) as object;
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(
    Object.entries(example).filter(([name]) => required.includes(name) || name === 'product'),
  );
}

type Call = { method: string; path: string; body?: unknown; at: string };

/** Returns the calls of one operation. */
function callsOf({ operationId, parameters, requestBody }: Operation): Call[] {
  const { method, path }: Endpoint = allEndpoints[operationId];
  const tag = path.split('/')[1] ?? '';
  const schema = requestBody?.content['application/json']?.schema;
  const example = schema && exampleObject(resolve(schema), tag, tag);
  const urlWith = (replaced?: Parameter, value?: unknown) => {
    const filled = parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((url, parameter) => {
        const given = parameter === replaced ? value : (ids[`${tag} ${parameter.name}`] ?? parameter.example);
        return url.replace(`:${parameter.name}`, encodeURIComponent(String(given)));
      }, path);
    return replaced?.in === 'query' ? `${filled}?${replaced.name}=${value}` : filled;
  };
  return [
    ...parameters.flatMap((parameter) =>
      extremesOf(parameter.schema, tag, parameter.name).map(({ at, value }) => ({
        method,
        path: urlWith(parameter, value),
        at: `${parameter.name}${at}`,
        ...(example !== undefined && { body: example }),
      })),
    ),
    ...(schema ? extremesOf(schema, tag) : []).map(({ at, value }) => ({
      method,
      path: urlWith(),
      at: `body${at}`,
      body: value,
    })),
  ];
}

/** Ids of what the shop has, by the place of an id in a path. */
const ids: Record<string, string> = {};
/** Values of the shop by those of the examples. */
const values: Record<string, string> = {};

async function send({ method, path, body }: Omit<Call, 'at'>, token = admin) {
  const text = Object.entries(values).reduce<string | undefined>(
    (sent, [example, value]) => sent?.replaceAll(JSON.stringify(example), JSON.stringify(value)),
    body === undefined ? undefined : JSON.stringify(body),
  );
  return call(method, path, { token, ...(text !== undefined && { body: text }) });
}

/** Adds what the ids in the paths name, from the examples of the API. */
async function fillShop(): Promise<void> {
  const add = async (operationId: keyof typeof allEndpoints, fields: object, token?: string) => {
    const { method, path }: Endpoint = allEndpoints[operationId];
    const { requestBody } = operations.find((operation) => operation.operationId === operationId) ?? {};
    const schema = requestBody?.content['application/json']?.schema ?? {};
    const example = exampleOf(schema, components, path.split('/')[1] ?? '') as object;
    const response = await send({ method, path, body: { ...example, ...fields } }, token);
    expect(response.status, `${path}: ${response.text}`).toBeLessThan(300);
    return response.body.data;
  };
  const { category } = await add('createCategory', { name: 'Smartphones' });
  const model = { modelKey: 'iphone-13', stockCount: 9, siblingOf: undefined };
  const { product } = await add('createProduct', model);
  const ordered = { ...orderOf({ [product.id]: 1 }), discountCode: undefined, replaces: undefined };
  const { order } = await add('placeOrder', ordered, customer.token);
  const { supplier } = await add('createSupplier', { name: 'Northside Leasing' });
  const { lot } = await add('createLot', { supplier: supplier.id });
  const { discount } = await add('createDiscount', {});
  const { synonym } = await add('createSynonym', {});
  const { stockTake } = await add('startStockTake', {});
  const { unit } = await add('receiveUnit', { model: { key: model.modelKey }, lot: undefined });
  const { webhook } = await add('createWebhook', {});
  Object.assign(values, {
    [`ord_${exampleIdPart}`]: order.id,
    [`prd_${exampleIdPart}`]: product.id,
    [`usr_${exampleIdPart}`]: customer.id,
    [supplier.name]: supplier.id,
  });
  Object.assign(ids, {
    'categories id': category.id,
    'products id': product.id,
    'orders id': order.id,
    'packing id': order.id,
    'discounts id': discount.id,
    'suppliers id': supplier.id,
    'lots id': lot.id,
    'search id': synonym.id,
    'stock-takes id': stockTake.id,
    'units id': unit.id,
    'webhooks id': webhook.id,
    'families id': product.familyId,
    'device-models key': model.modelKey,
  });
}

test('no number or date at or beyond the end of its published range answers 500', async () => {
  await fillShop();
  const calls = operations.flatMap((operation) => {
    const { access }: Endpoint = allEndpoints[operation.operationId];
    return callsOf(operation).map((one) => ({ ...one, token: access === 'admin' ? admin : customer.token }));
  });
  const failed: string[] = [];
  let accepted = 0;
  for (const { token, ...one } of calls) {
    const { status } = await send(one, token);
    if (status < 300) accepted += 1;
    if (status === 500) failed.push(`${one.method} ${one.path} ${one.at}`);
  }
  expect(failed).toEqual([]);
  expect(accepted).toBeGreaterThan(300);
});
