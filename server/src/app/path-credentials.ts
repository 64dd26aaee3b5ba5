import type { Deps } from '../deps.ts';
import type { CallContext } from '../platform/http/endpoint.ts';
import type { PathCredentials } from '../platform/http/path-credentials.ts';
import { findOrderOfPhotos } from '../sales/returns/photos/return-photos.routes.ts';
import { readTicket } from '../workshop/units/photos/photo-tickets.ts';

/** Returns the checks of credentials in the path, by the name of the call. */
export function pathCredentials(deps: Deps): PathCredentials {
  return {
    sendTicketPhoto: ({ ticket }: { ticket: string }) => readTicket(deps, ticket),
    addReturnPhoto: ({ id }: { id: string }, context: CallContext) => findOrderOfPhotos(deps, context, id),
  };
}
