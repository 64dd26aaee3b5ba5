import { Problem } from '@reprise/contract/problem';
import type { PasswordPolicy } from '@reprise/contract/settings';

const mixedCase = (password: string) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password);
const numberAndSymbol = (password: string) => /\p{N}/u.test(password) && /[^\p{L}\p{N}]/u.test(password);

const rules: Record<PasswordPolicy, { sentence: string; holds: (password: string) => boolean }> = {
  weak: {
    sentence: 'at least 6 characters',
    holds: (password) => password.length >= 6,
  },
  medium: {
    sentence: 'at least 8 characters with small and capital letters',
    holds: (password) => password.length >= 8 && mixedCase(password),
  },
  strong: {
    sentence: 'at least 12 characters with small and capital letters, a number and a symbol',
    holds: (password) => password.length >= 12 && mixedCase(password) && numberAndSymbol(password),
  },
};

export function obeysPolicy(password: string, policy: PasswordPolicy): boolean {
  return rules[policy].holds(password);
}

/** The store's policy governs administrators; customers need the six characters of the form. */
export function refuseWeakPassword(password: string, policy: PasswordPolicy, field: string): void {
  if (obeysPolicy(password, policy)) return;
  const message = `Administrators need a password of ${rules[policy].sentence}`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
