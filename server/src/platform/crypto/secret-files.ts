import { readFileSync } from 'node:fs';

/** Settings whose value may be read from a file, named by the same setting with the suffix `_FILE`. */
export const secretSettings = [
  'DATABASE_URL',
  'REPORTS_DATABASE_URL',
  'ADMIN_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'SEARCH_URL',
  'APP_SECRET',
  'APP_SECRET_PREVIOUS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_KEY',
  'METRICS_TOKEN',
] as const;

type Variables = Record<string, string>;

/** Returns the settings completed from files, and one error for each file that cannot be used. */
export function readSecretFiles(settings: Variables): { variables: Variables; faults: Map<string, string> } {
  const variables = { ...settings };
  const faults = new Map<string, string>();
  for (const name of secretSettings) {
    const file = settings[`${name}_FILE`];
    if (file === undefined) continue;
    if (settings[name] !== undefined) {
      faults.set(name, `${name} and ${name}_FILE are both set: keep one`);
      continue;
    }
    try {
      // Editors and `openssl rand` end a file with a line break, which is not part of the secret.
      const content = readFileSync(file.trim(), 'utf8').replace(/\r?\n$/, '');
      if (content.trim() === '') faults.set(name, `${name}_FILE names an empty file: ${file}`);
      else variables[name] = content;
    } catch (error) {
      faults.set(name, `${name}_FILE cannot be read: ${(error as Error).message}`);
    }
  }
  return { variables, faults };
}
