import { z } from 'zod';

type Call = { kind: 'call'; result: z.ZodType };
type Maker = { kind: 'maker'; shape: Shape };
type Value = { kind: 'value'; schema: z.ZodType };
type Part = { kind: 'part'; shape: Shape; absent: null | undefined };
type Member = Call | Maker | Value | Part;
type Shape = Record<string, Member>;

/** Members that an adapter of the type needs; naming each member of the type is checked by the compiler. */
type ShapeOf<T> = { [Name in keyof Required<T>]: Member };

/** Shape of an adapter: the function that it is, or the object with its members. */
export type AdapterShape<T> = Call | ShapeOf<T>;

/** A function whose result, or what it resolves to, the schema describes. */
export const returns = (result: z.ZodType = z.unknown()): Call => ({ kind: 'call', result });

/** A function that returns an adapter of this shape, such as one for the keys that it is given. */
export const makes = <T>(shape: ShapeOf<T>): Maker => ({ kind: 'maker', shape });

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

const isCall = (shape: Call | Shape): shape is Call => shape.kind === 'call';

/** Returns what an adapter lacks, as the end of a sentence; null for a complete one. */
export function faultOf<T>(adapter: unknown, typedShape: AdapterShape<T>): string | null {
  const shape = typedShape as Call | Shape;
  if (adapter === undefined) return 'has no default export';
  if (isCall(shape)) {
    return typeof adapter === 'function'
      ? null
      : `must export a function as its default, not ${nounOf(adapter)}`;
  }
  if (typeof adapter !== 'object' || adapter === null)
    return `must export an object as its default, not ${nounOf(adapter)}`;
  return lacksOf(adapter, shape);
}

function lacksOf(adapter: object, shape: Shape): string | null {
  const { missing, wrong } = faultsOfMembers(adapter, shape, '');
  const functions = missing.length > 1 ? 'functions' : 'function';
  const faults = [...(missing.length > 0 ? [`has no ${functions} ${missing.join(', ')}`] : []), ...wrong];
  return faults.length > 0 ? faults.join('; ') : null;
}

function faultsOfMembers(adapter: object, shape: Shape, prefix: string) {
  const [missing, wrong]: [string[], string[]] = [[], []];
  for (const [key, member] of Object.entries(shape)) {
    const [name, given] = [prefix + key, (adapter as Record<string, unknown>)[key]];
    if (member.kind === 'call' || member.kind === 'maker') {
      if (typeof given !== 'function') missing.push(name);
    } else if (member.kind === 'value') {
      const { error } = member.schema.safeParse(given);
      if (error) wrong.push(`has a wrong ${name}: ${error.issues[0]?.message}`);
    } else if (given !== member.absent) {
      const inner = faultsOfMembers(Object(given), member.shape, `${name}.`);
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

/** Returns the adapter with functions that check their results; `origin` begins the message of a wrong one. */
export function checkedAdapter<T>(origin: string, adapter: unknown, shape: AdapterShape<T>): T {
  return checked(origin, adapter, shape as Call | Shape) as T;
}

function checked(origin: string, adapter: unknown, shape: Call | Shape, prefix = ''): unknown {
  if (isCall(shape)) return checkedCall(origin, 'the function', adapter, adapter, shape);
  const members = Object.entries(shape).map(([key, member]) => {
    const given = (adapter as Record<string, unknown>)[key];
    const name = prefix + key;
    if (member.kind === 'call') return [key, checkedCall(origin, name, adapter, given, member)];
    if (member.kind === 'maker') return [key, checkedMaker(origin, name, adapter, given, member)];
    if (member.kind === 'value' || given === member.absent) return [key, given];
    return [key, checked(origin, given, member.shape, `${name}.`)];
  });
  return Object.fromEntries(members);
}

type AnyFunction = (...input: unknown[]) => unknown;

/** Stays synchronous for a function that is. */
function checkedCall(
  origin: string,
  name: string,
  adapter: unknown,
  call: unknown,
  { result: schema }: Call,
): AnyFunction {
  const check = (result: unknown) => {
    assertResult(origin, name, schema, result);
    return result;
  };
  return (...input) => {
    const result: unknown = (call as AnyFunction).apply(adapter, input);
    return result instanceof Promise ? result.then(check) : check(result);
  };
}

function checkedMaker(
  origin: string,
  name: string,
  adapter: unknown,
  make: unknown,
  { shape }: Maker,
): AnyFunction {
  return (...input) => {
    const made = Object((make as AnyFunction).apply(adapter, input));
    const fault = lacksOf(made, shape);
    if (fault !== null) throw new Error(`${origin}: the result of ${name} ${fault}`);
    return checked(origin, made, shape);
  };
}

/** Throws for a result that the shop cannot use; the message, which callers log, names its fields. */
export function assertResult(origin: string, name: string, schema: z.ZodType, result: unknown): void {
  const { error } = schema.safeParse(result);
  if (!error) return;
  const fields = error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'result'}: ${message}`);
  throw new Error(`${origin}: the result of ${name} is not valid. ${fields.join('; ')}`);
}
