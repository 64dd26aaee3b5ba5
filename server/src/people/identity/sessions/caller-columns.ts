import { users } from '../identity.tables.ts';

/** The columns of a person that sessions and API tokens both read to make a caller. */
export const callerColumns = {
  userId: users.id,
  role: users.role,
  staffRoles: users.staffRoles,
  status: users.status,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
};
