import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';
import { InvalidSettings } from './environment.ts';

const defaultFile = fileURLToPath(new URL('../../../.env', import.meta.url));

/**
 * Adds the settings of `.env` in the folder of the shop, or of the file that ENV_FILE names, to `process.env`, whose own
 * values win. Throws `InvalidSettings` if the file cannot be read or has lines that Node would skip silently.
 */
export function readEnvFile(): void {
  const named = process.env.ENV_FILE?.trim();
  const file = named || defaultFile;
  if (!named && !existsSync(file)) return;
  try {
    const lines = faultyLines(readFileSync(file, 'utf8'));
    // The text of a line may be half a secret, so only its number is printed.
    if (lines.length > 0) {
      throw new InvalidSettings(
        `${file}: line ${lines.join(', line ')} is not NAME=value. Correct the file.`,
      );
    }
    loadEnvFile(file);
  } catch (error) {
    if (error instanceof InvalidSettings) throw error;
    throw new InvalidSettings(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Returns the numbers of lines that are neither settings nor comments; a quoted value may span lines. */
function faultyLines(text: string): number[] {
  const withoutQuoted = text
    .replace(/^[ \t]*#.*$/gm, '')
    .replace(/=[ \t]*"[^"]*"|=[ \t]*'[^']*'|=[ \t]*`[^`]*`/g, (value) => `=${value.replace(/[^\n]/g, '')}`);
  return withoutQuoted
    .split('\n')
    .flatMap((line, index) => (/^\s*($|#|(export\s+)?[A-Za-z_]\w*\s*=)/.test(line) ? [] : [index + 1]));
}
