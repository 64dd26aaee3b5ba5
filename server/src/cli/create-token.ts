import { apiTokenInput, apiTokenPermissions } from '@reprise/contract/people/identity/api-tokens';
import { permissionsOf } from '@reprise/contract/permissions';
import { problemCodeOf } from '@reprise/contract/problem';
import type { Deps } from '../deps.ts';
import { createApiToken } from '../people/identity/api-tokens/create-api-token.ts';
import { findByEmail } from '../people/identity/passwords/password-account.ts';
import { WrongCommand } from './wrong-command.ts';

type TokenOptions = Partial<Record<'name' | 'permissions' | 'days', string | undefined>>;

export type TokenCommand = { name: 'create-token'; email: string; options: TokenOptions };

const defaultDays = '90';

/** Creates an API token of a member of staff and prints its secret. */
export async function createToken(
  deps: Pick<Deps, 'db' | 'now'>,
  { email, options }: TokenCommand,
  print: (line: string) => void,
): Promise<number> {
  const account = await findByEmail(deps.db, email);
  const held = permissionsOf(account?.user.staffRoles ?? []);
  const permissions = options.permissions?.split(',').map((permission) => permission.trim());
  const input = apiTokenInput.safeParse({
    name: options.name ?? 'Command line',
    // Without a list the token has every permission of its maker.
    permissions: permissions ?? apiTokenPermissions.filter((permission) => held.has(permission)),
    days: Number(options.days ?? defaultDays),
  });
  if (!account || held.size === 0) {
    print(`${email} is no member of staff.`);
    return 1;
  }
  if (!input.success) {
    throw new WrongCommand(
      `${input.error.issues[0]?.message}. Permissions are: ${apiTokenPermissions.join(', ')}.`,
    );
  }
  try {
    const { user } = account;
    const { token, secret } = await createApiToken(
      { ...deps, jobs: null },
      { ...input.data, makerId: user.id, actorId: null },
    );
    print(secret);
    print(`This token is shown once and works until ${token.expiresAt}.`);
    return 0;
  } catch (error) {
    if (problemCodeOf(error) === undefined) throw error;
    print(`${email}: ${(error as Error).message}`);
    return 1;
  }
}
