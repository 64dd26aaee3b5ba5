import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { InvalidSettings } from './environment.ts';

/** Setting that names the module of an adapter. */
export type AdapterSetting =
  | 'MAIL_ADAPTER'
  | 'STORAGE_ADAPTER'
  | 'SEARCH_ADAPTER'
  | 'CARRIER_ADAPTER'
  | 'CHANNEL_ADAPTER'
  | 'TAX_ADAPTER'
  | 'PAYMENT_ADAPTER';

type Call = { kind: 'call'; result: z.ZodType };
type Value = { kind: 'value'; schema: z.ZodType };
type Part = { kind: 'part'; shape: Shape; absent: null | undefined };
type Shape = Record<string, Call | Value | Part>;

/** Members that an adapter of the type needs; naming each member of the type is checked by the compiler. */
export type ShapeOf<T> = { [Name in keyof Required<T>]: Call | Value | Part };

/** A function whose result, or what it resolves to, the schema describes. */
export const returns = (result: z.ZodType = z.unknown()): Call => ({ kind: 'call', result });

export const value = (schema: z.ZodType): Value => ({ kind: 'value', schema });

/** An object of further functions, or `absent` for an adapter without them. */
export const part = (shape: Shape, absent: null | undefined): Part => ({ kind: 'part', shape, absent });

/** Schema of an async iterable; its items are checked where they are read. */
export const stream = z.custom<AsyncIterable<unknown>>(
  (given) => typeof given === 'object' && given !== null && Symbol.asyncIterator in given,
  'must be an async iterable',
);

/** Schema of an amount: an adapter that returns dollars is found at the first fraction. */
export const wholeCents = z.custom<number>(
  (given) => Number.isSafeInteger(given),
  'must be a whole number of cents',
);

/**
 * Returns a function that loads an adapter: the default export of a module, which replaces a part of the shop. Named by a
 * setting of the environment only, never by a screen, because it is code that runs as the shop. Loading throws
 * InvalidSettings for a module without the shape; calls throw an error that names the field of a wrong result.
 */
export function adapterLoader<T>(setting: AdapterSetting, shape: Call | ShapeOf<T>) {
  return async (path: string): Promise<T> => {
    const file = resolve(path);
    if (!existsSync(file)) throw new InvalidSettings(`${setting}: there is no file ${file}.`);
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown };
    const fault = faultOf(module.default, shape as Call | Shape);
    if (fault !== null) throw new InvalidSettings(`${setting}: ${file} ${fault} (docs/extending.md).`);
    return checked(setting, module.default, shape as Call | Shape) as T;
  };
}

const isCall = (shape: Call | Shape): shape is Call => shape.kind === 'call';

/** Returns what an adapter lacks, as the end of a sentence; null for a complete one. */
function faultOf(adapter: unknown, shape: Call | Shape): string | null {
  if (adapter === undefined) return 'has no default export';
  if (isCall(shape)) {
    return typeof adapter === 'function'
      ? null
      : `must export a function as its default, not ${nounOf(adapter)}`;
  }
  if (typeof adapter !== 'object' || adapter === null)
    return `must export an object as its default, not ${nounOf(adapter)}`;
  const { missing, wrong } = lacksOf(adapter, shape, '');
  const functions = missing.length > 1 ? 'functions' : 'function';
  const faults = [...(missing.length > 0 ? [`has no ${functions} ${missing.join(', ')}`] : []), ...wrong];
  return faults.length > 0 ? faults.join('; ') : null;
}

function lacksOf(adapter: object, shape: Shape, prefix: string) {
  const [missing, wrong]: [string[], string[]] = [[], []];
  for (const [key, member] of Object.entries(shape)) {
    const [name, given] = [prefix + key, (adapter as Record<string, unknown>)[key]];
    if (member.kind === 'call') {
      if (typeof given !== 'function') missing.push(name);
    } else if (member.kind === 'value') {
      const { error } = member.schema.safeParse(given);
      if (error) wrong.push(`has a wrong ${name}: ${error.issues[0]?.message}`);
    } else if (given !== member.absent) {
      const inner = lacksOf(Object(given), member.shape, `${name}.`);
      missing.push(...inner.missing);
      wrong.push(...inner.wrong);
    }
  }
  return { missing, wrong };
}

const nounOf = (given: unknown): string =>
  given === null
    ? 'null'
    : Array.isArray(given)
      ? 'a list'
      : `${/^[aeiou]/.test(typeof given) ? 'an' : 'a'} ${typeof given}`;

/** Returns the adapter with functions that check their results. */
function checked(setting: AdapterSetting, adapter: unknown, shape: Call | Shape, prefix = ''): unknown {
  if (isCall(shape)) return checkedCall(setting, prefix || 'the function', adapter, adapter, shape);
  const members = Object.entries(shape).map(([key, member]) => {
    const given = (adapter as Record<string, unknown>)[key];
    const name = prefix + key;
    if (member.kind === 'call') return [key, checkedCall(setting, name, adapter, given, member)];
    if (member.kind === 'value' || given === member.absent) return [key, given];
    return [key, checked(setting, given, member.shape, `${name}.`)];
  });
  return Object.fromEntries(members);
}

/** Stays synchronous for a function that is. */
function checkedCall(
  setting: AdapterSetting,
  name: string,
  adapter: unknown,
  call: unknown,
  { result: schema }: Call,
) {
  const check = (result: unknown) => {
    assertResult(setting, name, schema, result);
    return result;
  };
  return (...input: unknown[]) => {
    const result: unknown = (call as (...input: unknown[]) => unknown).apply(adapter, input);
    return result instanceof Promise ? result.then(check) : check(result);
  };
}

/** Throws for a result that the shop cannot use; the message, which callers log, names its fields. */
export function assertResult(
  setting: AdapterSetting,
  name: string,
  schema: z.ZodType,
  result: unknown,
): void {
  const { error } = schema.safeParse(result);
  if (!error) return;
  const fields = error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'result'}: ${message}`);
  throw new Error(`${setting}: the result of ${name} is not valid. ${fields.join('; ')}`);
}
