import type { PasswordPolicy } from '@reprise/contract/foundations/settings';
import { expect, test } from 'vitest';
import { assertPasswordPolicy } from './password-policy.ts';

const isRejected = (password: string, policy: PasswordPolicy) => {
  try {
    assertPasswordPolicy(password, policy, 'password');
    return false;
  } catch {
    return true;
  }
};

test.each<[PasswordPolicy, string, boolean]>([
  ['weak', '12345', true],
  ['weak', '123456', false],
  ['medium', 'abcdefgh', true],
  ['medium', 'Abcdefg', true],
  ['medium', 'Abcdefgh', false],
  ['strong', 'Abcdefgh1234', true],
  ['strong', 'abcdefgh123!', true],
  ['strong', 'Abcdefgh12!', true],
  ['strong', 'Abcdefgh123!', false],
  ['strong', 'Ünïcødé 12 ok', false],
])('policy %s checks %s', (policy, password, rejected) => {
  expect(isRejected(password, policy)).toBe(rejected);
});
