import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-en';

// The dictionary takes half a megabyte: import this module dynamically, and only in forms for a new password.

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, translations });
const commonPasswords = new Set(dictionary['passwords-common'] as string[]);

/** Limit of the estimate, which takes quadratic time; further characters only increase the strength. */
const maxEstimatedLength = 40;

export type PasswordStrength = {
  /** From 0, a common password that the server rejects, to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  label: string;
  advice: string;
};

const labels = ['Too common', 'Weak', 'Fair', 'Good', 'Strong'] as const;

export function estimateStrength(password: string): PasswordStrength {
  const isCommon = commonPasswords.has(password.normalize('NFC').trim().toLowerCase());
  const { score, feedback } = estimator.check(password.slice(0, maxEstimatedLength));
  const rating = isCommon ? 0 : (Math.max(1, score) as 1 | 2 | 3 | 4);
  const advice = rating > 2 ? '' : (feedback.warning ?? feedback.suggestions[0] ?? '');
  return { score: rating, label: labels[rating], advice };
}
