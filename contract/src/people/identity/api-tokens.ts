import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { type Permission, permissions } from '../../permissions.ts';
import { isoDateTime, requiredText } from '../../wire.ts';

/** Tokens of one shop. */
export const maxApiTokens = 50;

export const maxApiTokenDays = 366;

/**
 * Permissions that no token gets: the mailbox contains links that sign people in, and a token that manages tokens or
 * webhooks could outlive its end.
 */
const personalPermissions = new Set<Permission>(['mails.manage', 'tokens.manage', 'webhooks.manage']);

export const apiTokenPermissions = permissions.filter((permission) => !personalPermissions.has(permission));

export const apiToken = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Beginning of the secret, by which its holder recognizes it. */
    prefix: z.string(),
    /** Permissions given to it; it has those that its maker has at present. */
    permissions: z.array(z.string()),
    maker: z.object({ id: z.string(), name: z.string() }),
    createdAt: isoDateTime,
    expiresAt: isoDateTime,
    /** Exact to the minute. */
    lastUsedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.output<typeof apiToken>;

const daysError = `Choose 1 to ${maxApiTokenDays} days`;

export const apiTokenInput = z.object({
  name: requiredText(60, 'Enter a name'),
  permissions: z
    .array(z.enum(apiTokenPermissions as [Permission, ...Permission[]], 'Choose permissions of the list'))
    .min(1, 'Choose at least one permission')
    .max(apiTokenPermissions.length),
  /** Days until the token expires. */
  days: z.int(daysError).min(1, daysError).max(maxApiTokenDays, daysError),
});
export type ApiTokenInput = z.output<typeof apiTokenInput>;

export const apiTokenEndpoints = endpoints({
  listApiTokens: {
    method: 'GET',
    path: '/api-tokens',
    summary: `All API tokens, newest first, at most ${maxApiTokens}`,
    access: 'admin',
    needs: 'tokens.manage',
    rate: 'read',
    response: z.object({ tokens: z.array(apiToken) }),
  },
  createApiToken: {
    method: 'POST',
    path: '/api-tokens',
    summary: 'Create an API token; its secret is in this answer only',
    access: 'admin',
    needs: 'tokens.manage',
    rate: 'write',
    stepUp: 'factor',
    body: apiTokenInput,
    response: z.object({ token: apiToken, secret: z.string() }),
    status: 201,
  },
  revokeApiToken: {
    method: 'DELETE',
    path: '/api-tokens/:id',
    summary: 'Revoke an API token at once',
    access: 'admin',
    needs: 'tokens.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Token revoked.',
  },
});
