import { z } from 'zod';

type Filter = (value: unknown) => unknown;

const unchanged: Filter = (value) => value;

const filters = new WeakMap<z.core.$ZodType, Filter>();

/**
 * Returns a function that copies the fields of the schema and drops all others. Unlike `z.encode` it converts and
 * checks no value, so it takes a result of the right type. Throws for an unsupported schema type.
 */
export function responseFilter(schema: z.core.$ZodType): Filter {
  const filter = filters.get(schema) ?? createFilter(schema);
  filters.set(schema, filter);
  return filter;
}

function createFilter(schema: z.core.$ZodType): Filter {
  if (schema instanceof z.ZodObject) return objectFilter(schema.shape);
  if (schema instanceof z.ZodArray) {
    const item = responseFilter(schema.element);
    return item === unchanged ? unchanged : (value) => (value as unknown[]).map(item);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = responseFilter(schema.unwrap());
    return inner === unchanged ? unchanged : (value) => (value == null ? value : inner(value));
  }
  const isPlain = (part: z.core.$ZodType) => responseFilter(part) === unchanged;
  if (schema instanceof z.ZodTuple && schema._zod.def.items.every(isPlain)) return unchanged;
  if (schema instanceof z.ZodRecord && responseFilter(schema.valueType) === unchanged) return unchanged;
  if (schema instanceof z.ZodCodec) return responseFilter(schema.out);
  if (leaves.some((kind) => schema instanceof kind)) return unchanged;
  throw new Error(`The response filter does not know ${schema._zod.def.type}.`);
}

const leaves = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  z.ZodCustom,
];

function objectFilter(shape: z.core.$ZodShape): Filter {
  const fields = Object.entries(shape).map(([key, schema]) => [key, responseFilter(schema)] as const);
  return (value) => {
    const copy: Record<string, unknown> = {};
    for (const [key, filter] of fields) {
      const field = (value as Record<string, unknown>)[key];
      if (field !== undefined) copy[key] = filter(field);
    }
    return copy;
  };
}
