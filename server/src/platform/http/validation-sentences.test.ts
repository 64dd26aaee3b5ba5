import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { decodeInput } from './endpoint.ts';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  $defs?: Record<string, Schema>;
};
type Place = 'params' | 'query' | 'body';
type Wire = Partial<Record<Place, unknown>>;

/** zod's own messages name its types, operators and codes. */
const rawSentence =
  /\bexpected\b|\breceived\b|^invalid\b|^too (big|small)|unrecognized|undefined|[<>]=?|NaN/i;

/** Replaces a value of any type; `undefined` leaves the field out. */
const wrongValues: unknown[] = [
  ...[undefined, null, true, {}, { id: 5 }, [], [null], [{}], ['x'.repeat(9000)], Array(600).fill('x')],
  ...['', ' ', 'x', 'x'.repeat(30_000), 'null\u0000', '1e3', '0', '-1', '99999999'],
  ...[0, 1.5, -1, -1e15, 1e15, 1.234567],
];

function variantsOf(schema: Schema, defs: Record<string, Schema>): Schema[] {
  if (schema.$ref) return variantsOf(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return choices ? choices.flatMap((choice) => variantsOf(choice, defs)) : [schema];
}

/** Returns a value of the schema's shape, with all its fields. */
function sampleOf(schema: Schema, defs: Record<string, Schema>): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') return objectOf(schema, defs);
  if (schema.type === 'array') return [anySample(schema.items ?? {}, defs)];
  if (schema.type === 'number' || schema.type === 'integer') return 7;
  return schema.type === 'boolean' ? true : 'text';
}

const anySample = (schema: Schema, defs: Record<string, Schema>) =>
  sampleOf(
    variantsOf(schema, defs).find(({ type }) => type === 'object') ?? variantsOf(schema, defs)[0] ?? {},
    defs,
  );

function objectOf(schema: Schema, defs: Record<string, Schema>): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? { key: { type: 'string' } });
  return Object.fromEntries(fields.map(([name, field]) => [name, anySample(field, defs)]));
}

/** Yields copies of a value with one part of it, at any depth, replaced by each wrong value. */
function* mutationsOf(value: unknown): Generator<unknown> {
  yield* wrongValues;
  if (value === null || typeof value !== 'object') return;
  for (const [key, part] of Object.entries(value)) {
    for (const changed of mutationsOf(part)) {
      yield Array.isArray(value) ? [changed] : { ...value, [key]: changed };
    }
  }
}

function* invalidInputs(schema: z.ZodType | undefined, place: Place): Generator<Wire> {
  if (!schema) return;
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  for (const variant of variantsOf(root, $defs)) {
    for (const input of mutationsOf(objectOf(variant, $defs))) yield { [place]: input };
  }
}

const places: Place[] = ['params', 'query', 'body'];

/** Returns every message of an input that is wrong in one place. */
function messagesOf(endpoint: Endpoint, wire: Wire): string[] {
  const others = places.filter((place) => !(place in wire));
  try {
    decodeInput(
      { ...endpoint, ...Object.fromEntries(others.map((place) => [place, undefined])) } as never,
      wire,
    );
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.message, ...(error.errors ?? []).map(({ message }) => message)];
  }
}

test('no call answers wrong input with a sentence of the validator', () => {
  const raw = new Set<string>();
  const silent: string[] = [];
  for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
    for (const place of places) {
      const wrong = [...invalidInputs(endpoint[place], place)];
      const messages = new Set(wrong.flatMap((wire) => messagesOf(endpoint, wire)));
      if (messages.size === 0 && wrong.length > 0) silent.push(`${name}, ${place}`);
      for (const message of messages) {
        if (message.trim() === '' || rawSentence.test(message)) raw.add(`${name}: ${message}`);
      }
    }
  }
  expect([...raw]).toEqual([]);
  expect(silent).toEqual([]);
});
