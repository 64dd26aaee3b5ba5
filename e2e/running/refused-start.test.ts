import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/test/temporary-folder.ts';
import { runShop } from '../running-shop.ts';

test.each([
  ['too-weak', 'ADMIN_PASSWORD is not allowed: Administrators need a password of at least 12 characters'],
  ['short', 'ADMIN_PASSWORD must have at least 8 characters'],
])('a new shop refuses the password %s before it creates anything', async (password, sentence) => {
  const dataDir = join(temporaryFolder(), 'data');
  const started = runShop({
    dataDir,
    demo: true,
    freshDatabase: true,
    settings: { ADMIN_PASSWORD: password },
  });
  const error = await started.catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).toMatch(/^The shop ended with 1:/);
  expect(message).toContain(sentence);
  expect(existsSync(dataDir)).toBe(false);
});
