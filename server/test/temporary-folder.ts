import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterwards } from './afterwards.ts';

/** Creates a folder that is deleted after the test, or after the test file outside of one. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-test-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
