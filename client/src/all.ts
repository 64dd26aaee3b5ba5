import * as calls from './calls/index.ts';
import type { Reprise } from './create-reprise.ts';

type Calls = typeof calls;

type WithoutShop<Call> = Call extends (shop: Reprise, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** All calls to one shop: `api.listProducts({ query })` instead of `listProducts(shop, { query })`. */
export type RepriseApi = { [Name in keyof Calls]: WithoutShop<Calls[Name]> };

/** Returns an object of all calls. A bundle that contains it contains every call. */
export function createApi(shop: Reprise): RepriseApi {
  const bound = Object.entries(calls).map(([name, call]) => [
    name,
    (...rest: never[]) => (call as (shop: Reprise, ...rest: never[]) => unknown)(shop, ...rest),
  ]);
  return Object.fromEntries(bound) as RepriseApi;
}
