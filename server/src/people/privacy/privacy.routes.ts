import type { privacyEndpoints } from '@reprise/contract/people/privacy';
import type { Handlers } from '../../platform/http/endpoint.ts';
import {
  type EraseGuest,
  eraseGuestData,
  type GuestDeps,
  openGuestData,
  type ReadGuest,
  requestGuestData,
} from './guest-data.ts';

export function privacyHandlers(
  deps: GuestDeps,
  { readGuest, eraseGuest }: { readGuest: ReadGuest; eraseGuest: EraseGuest },
): Handlers<typeof privacyEndpoints> {
  return {
    requestGuestData: async ({ body }) => {
      await requestGuestData(deps, body.email);
      return {};
    },
    openGuestData: ({ body }) => openGuestData(deps, readGuest, body.token),
    eraseGuestData: ({ body }) => eraseGuestData(deps, eraseGuest, body.token),
  };
}
