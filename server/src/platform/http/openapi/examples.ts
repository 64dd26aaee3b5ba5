import { exampleIdPart, exampleTexts, exampleValues, idPrefixes } from './example-values.ts';
import type { Components, Json } from './json-schema.ts';

/** Name of a value: its field, and the object it is in. */
type Place = { field: string; object: string };

// Lists below it are empty, which ends schemas that contain themselves.
const maxDepth = 9;

/** Returns an example of a value that a schema describes; it is the `field` of an `object`, such as "products". */
export function exampleOf(schema: Json, components: Components, object: string, field = object): unknown {
  const build = (part: Json, place: Place, depth: number): unknown => {
    const [given] = (part.examples ?? []) as unknown[];
    if (given !== undefined) return given;
    if (part.const !== undefined) return part.const;
    if (typeof part.$ref === 'string') {
      const name = part.$ref.split('/').at(-1) ?? '';
      return build(components[name] ?? {}, { ...place, field: name }, depth);
    }
    if (Array.isArray(part.enum)) return chosen(part.enum, knownValue(place));
    if (part.type === 'object') return buildObject(part, place, depth + 1);
    if (part.type === 'array') return buildArray(part, place, depth + 1);
    const options = (part.anyOf ?? part.oneOf) as Json[] | undefined;
    const option = options?.find(({ type, const: only }) => type !== 'null' && only !== '');
    if (option)
      return build({ ...(part.type !== undefined && { type: part.type }), ...option }, place, depth);
    return scalar(part, place);
  };
  const buildObject = (part: Json, { field: parent }: Place, depth: number): Json => {
    const properties = (part.properties ?? {}) as Record<string, Json>;
    const wanted = onlyOneOf(part) ?? Object.keys(properties);
    const fields = wanted.map((field) => [
      field,
      build(properties[field] ?? {}, { field, object: parent }, depth),
    ]);
    if (wanted.length > 0 || !part.additionalProperties) return Object.fromEntries(fields);
    const key = textOf((part.propertyNames ?? {}) as Json, { field: 'label', object: parent });
    return { [key]: build(part.additionalProperties as Json, { field: 'color', object: parent }, depth) };
  };
  const buildArray = (part: Json, place: Place, depth: number): unknown[] => {
    if (depth > maxDepth) return [];
    const item = build((part.items ?? {}) as Json, { ...place, field: singular(place.field) }, depth);
    const more = Array.from({ length: Number(part.minItems ?? 1) - 1 }, (_, index) =>
      typeof item === 'string' ? `${item} ${index + 2}` : item,
    );
    return [item, ...more];
  };
  return build(schema, { field, object }, 0);
}

/** Fields of an object that takes one of several; undefined for another object. */
function onlyOneOf({ oneOf, anyOf, properties }: Json): string[] | undefined {
  const alternatives = ((oneOf ?? anyOf ?? []) as { required?: string[] }[]).map(
    ({ required = [] }) => required,
  );
  const [taken, ...left] = alternatives;
  if (!taken?.length) return undefined;
  return Object.keys(properties as object).filter((field) => !left.flat().includes(field));
}

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '');

/** Prefers the value of the table, so that examples that belong together agree. */
const chosen = (values: unknown[], known: unknown) => (values.includes(known) ? known : values[0]);

function scalar(schema: Json, place: Place): unknown {
  if (schema.type === 'null') return null;
  const known = knownValue(place);
  const [type] = [schema.type].flat().filter((one) => one !== 'null');
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
      return within(schema, Number.isInteger(known) ? Number(known) : 1);
    case 'number':
      return within(schema, typeof known === 'number' ? known : 1);
    case 'string':
      return textOf(schema, place);
    default:
      return known ?? 'Text';
  }
}

/** Value of the table for a field of this object, else for a field of this name. */
function knownValue({ field, object }: Place): unknown {
  return exampleValues[`${singular(object).toLowerCase()}.${field}`] ?? exampleValues[field];
}

function within({ minimum, maximum }: Json, value: number): number {
  return Math.min(Math.max(value, Number(minimum ?? value)), Number(maximum ?? value));
}

function textOf(schema: Json, { field, object }: Place): string {
  if (schema.format === 'date-time') return String(exampleValues[field] ?? '2026-11-25T12:00:00.000Z');
  if (schema.format === 'date') return '2026-11-25';
  if (schema.format === 'email') return 'ada@example.com';
  const { pattern, maxLength = Number.POSITIVE_INFINITY, minLength = 0 } = schema;
  const fits = (text: unknown): text is string =>
    typeof text === 'string' &&
    text.length <= Number(maxLength) &&
    text.length >= Number(minLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
  const fitting = [knownValue({ field, object }), idOf(field, object), ...exampleTexts].find(fits);
  return fitting ?? 'x'.repeat(Number(minLength));
}

/** Id of the object that a field names: `productId`, `product`, or `id` of a product. */
function idOf(field: string, object: string): string | undefined {
  const named = field === 'id' ? singular(object) : (/^(\w+)Id$/.exec(field)?.[1] ?? field);
  if (named === field && !(field in idPrefixes)) return undefined;
  const noun = named.toLowerCase();
  const prefix = Object.entries(idPrefixes).find(([name]) => noun.endsWith(name))?.[1];
  return `${prefix ?? 'id'}_${exampleIdPart}`;
}
