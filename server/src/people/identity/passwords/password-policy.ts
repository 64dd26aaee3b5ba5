import type { PasswordPolicy } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';

const mixedCase = (password: string) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password);
const numberAndSymbol = (password: string) => /\p{N}/u.test(password) && /[^\p{L}\p{N}]/u.test(password);

const rules: Record<PasswordPolicy, { requirement: string; isMet: (password: string) => boolean }> = {
  weak: {
    requirement: 'at least 6 characters',
    isMet: (password) => password.length >= 6,
  },
  medium: {
    requirement: 'at least 8 characters with small and capital letters',
    isMet: (password) => password.length >= 8 && mixedCase(password),
  },
  strong: {
    requirement: 'at least 12 characters with small and capital letters, a number and a symbol',
    isMet: (password) => password.length >= 12 && mixedCase(password) && numberAndSymbol(password),
  },
};

export function meetsPolicy(password: string, policy: PasswordPolicy): boolean {
  return rules[policy].isMet(password);
}

/** Returns the rule in words: "at least 6 characters". */
export const requirementOf = (policy: PasswordPolicy): string => rules[policy].requirement;

/** Throws VALIDATION_ERROR for a password of an administrator that violates the store's policy. */
export function assertPasswordPolicy(password: string, policy: PasswordPolicy, field: string): void {
  if (meetsPolicy(password, policy)) return;
  const message = `Administrators need a password of ${rules[policy].requirement}`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
