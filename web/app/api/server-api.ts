import { createContext } from 'react-router';

/** Calls one endpoint by its name while a page is rendered on the server, as an anonymous visitor. */
export type ServerApi = {
  call(endpointName: string, input: unknown): Promise<unknown>;
};

/** Loaders read the API from their context by this key: `context.get(apiContext)`. */
export const apiContext = createContext<ServerApi>();
