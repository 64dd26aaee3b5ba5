import { accountLinkEndpoints } from './account-links.ts';
import { apiTokenEndpoints } from './api-tokens.ts';
import { profileEndpoints } from './profile.ts';
import { signInEndpoints } from './sign-in.ts';
import { userAdminEndpoints } from './user-admin.ts';

/** Calls about accounts, apart from second factors, passkeys and step-up. */
export const identityEndpoints = {
  ...signInEndpoints,
  ...accountLinkEndpoints,
  ...profileEndpoints,
  ...userAdminEndpoints,
  ...apiTokenEndpoints,
};
