import {
  type CallOptions,
  decodeResponse,
  encodeCall,
  type LooseInput,
} from '@reprise/contract/client/client';
import type { CallInput, CallOutput, Endpoint } from '@reprise/contract/endpoint';
import type { Reprise } from './create-reprise.ts';

type HasNoRequiredInput<E extends Endpoint> = E extends { params: object }
  ? false
  : E extends { body: object }
    ? false
    : true;

type Arguments<E extends Endpoint> =
  HasNoRequiredInput<E> extends true
    ? [input?: CallInput<E> | undefined, options?: CallOptions | undefined]
    : [input: CallInput<E>, options?: CallOptions | undefined];

/** Sends JSON and returns the decoded `data`. Throws a Problem. */
export type Call<E extends Endpoint> = (shop: Reprise, ...rest: Arguments<E>) => Promise<CallOutput<E>>;

/** Returns the response with a file, which has no time limit. Throws a Problem. */
export type Download<E extends Endpoint> = (shop: Reprise, ...rest: Arguments<E>) => Promise<Response>;

/** Sends files without a time limit and returns the decoded `data`. Throws a Problem. */
export type Upload<E extends Endpoint> = (
  shop: Reprise,
  files: Blob | Blob[],
  ...rest: Arguments<E>
) => Promise<CallOutput<E>>;

export function defineCall<E extends Endpoint>(endpoint: E): Call<E> {
  return async (shop: Reprise, input: LooseInput = {}, options: CallOptions = {}) =>
    decodeResponse(endpoint, await shop.send({ endpoint, call: encodeCall(endpoint, input), options }));
}

export function defineDownload<E extends Endpoint>(endpoint: E): Download<E> {
  return async (shop: Reprise, input: LooseInput = {}, options: CallOptions = {}) =>
    shop.fetchFile({ endpoint, call: encodeCall(endpoint, input), options });
}

export function defineUpload<E extends Endpoint>(endpoint: E): Upload<E> {
  return async (shop: Reprise, files: Blob | Blob[], input: LooseInput = {}, options: CallOptions = {}) => {
    const form = new FormData();
    for (const file of [files].flat()) form.append(endpoint.upload?.field ?? 'file', file);
    const call = encodeCall(endpoint, input);
    return decodeResponse(endpoint, await shop.send({ endpoint, call, form, options }));
  };
}
