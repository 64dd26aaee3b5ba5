import { expect, test } from 'vitest';
import { assertUncommonPassword } from './common-passwords.ts';

test.each(['123456', 'password', 'PassWord', ' letmein ', 'qwerty123', 'p@ssw0rd', 'iloveyou'])(
  'rejects the common password "%s"',
  async (password) => {
    await expect(assertUncommonPassword(password, 'password')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'This password is too common.',
      errors: [{ field: 'password', message: 'This password is too common.' }],
    });
  },
);

test.each(['violet-7-lantern', 'Ünïcødé 12 ok', 'x'.repeat(128), 'constructor'])(
  'accepts the uncommon password "%s"',
  async (password) => {
    await assertUncommonPassword(password, 'password');
  },
);
