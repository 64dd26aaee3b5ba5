import { apiTokenEndpoints } from '@reprise/contract/identity/api-tokens';
import { type Call, defineCall } from '../define-call.ts';

/** All API tokens, newest first, at most 50: `GET /api-tokens` */
export const listApiTokens: Call<typeof apiTokenEndpoints.listApiTokens> = /* @__PURE__ */ defineCall(apiTokenEndpoints.listApiTokens);

/** Create an API token; its secret is in this answer only: `POST /api-tokens` */
export const createApiToken: Call<typeof apiTokenEndpoints.createApiToken> = /* @__PURE__ */ defineCall(apiTokenEndpoints.createApiToken);

/** Revoke an API token at once: `DELETE /api-tokens/:id` */
export const revokeApiToken: Call<typeof apiTokenEndpoints.revokeApiToken> = /* @__PURE__ */ defineCall(apiTokenEndpoints.revokeApiToken);
