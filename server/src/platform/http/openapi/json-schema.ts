import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Named schemas of the document. */
export type Components = Record<string, Json>;

/**
 * Returns the JSON Schema of the wire format (major units of money, not cents) and moves its named parts to `components`. A schema of
 * requests says what is refused; one of responses leaves that out.
 */
export function jsonSchema(schema: z.ZodType, components: Components, use: 'request' | 'response'): Json {
  const {
    $schema: _dialect,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: described }) => {
      const { wire } = z.globalRegistry.get(zodSchema as z.core.$ZodType) ?? {};
      if (wire) {
        for (const key of Object.keys(described)) delete described[key as keyof typeof described];
        Object.assign(described, wire);
      }
      listKeys(described as Json);
      if (use === 'request') refuseUnstorable(described as Json);
    },
  });
  const withComponentRefs = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  const addComponent = (name: string, definition: unknown) => {
    if (use === 'request' || !components[name]) components[name] = withComponentRefs(definition);
  };
  for (const [name, definition] of Object.entries($defs ?? {})) addComponent(name, definition);
  if (typeof own.id !== 'string') return withComponentRefs(own);
  addComponent(own.id, own);
  return { $ref: `#/components/schemas/${own.id}` };
}

/** Names the properties of a record whose keys are known: generators of clients know no `propertyNames`. */
function listKeys(schema: Json): void {
  const { enum: keys } = (schema.propertyNames ?? {}) as { enum?: string[] };
  if (!keys) return;
  schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** Describes two rules of all texts: no NUL character, and more than spaces where a text is required. */
function refuseUnstorable(schema: Json): void {
  const hasOwnRule = ['pattern', 'format', 'enum', 'const', 'anyOf'].some((rule) => rule in schema);
  if (schema.type !== 'string' || hasOwnRule) return;
  const isRequired = Number(schema.minLength ?? 0) > 0;
  schema.pattern = isRequired ? '^\\s*[^\\s\\u0000][^\\u0000]*$' : '^[^\\u0000]*$';
}
