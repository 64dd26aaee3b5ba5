import type { z } from 'zod';
import { formatNumber } from '../formats.ts';

/** Returns the message for a field whose schema has none; zod's own messages name its types and operators. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  const label = labelOf(issue.path);
  const isPlural = /[^su]s$/.test(label);
  return `${label} ${isPlural ? rule(issue).replace(/^is /, 'are ') : rule(issue)}`;
}

const typeRules: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  date: 'must be a date',
};

const maxListedValues = 8;

function rule(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return typeRules[issue.expected] ?? 'is not valid';
    case 'too_small':
      return sizeRule(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return sizeRule(issue.origin, 'at most', Number(issue.maximum));
    case 'invalid_value':
      return issue.values.length <= maxListedValues ? `must be ${issue.values.join(' or ')}` : 'is not valid';
    default:
      return 'is not valid';
  }
}

function sizeRule(origin: string, bound: 'at least' | 'at most', size: number): string {
  if (bound === 'at least' && size === 1 && (origin === 'string' || origin === 'array')) return 'is required';
  const count = formatNumber(size);
  if (origin === 'string') return `must have ${bound} ${count} characters`;
  if (origin === 'array') return `must have ${bound} ${count} entries`;
  return `must be ${bound} ${count}`;
}

/** Returns "Order ID" for `orderId`; a key that is no identifier comes from the caller and is not repeated. */
function labelOf(path: PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === 'string');
  if (name === undefined || !/^[a-z]\w{0,39}$/i.test(name)) return 'This field';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(id|url|sku)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
