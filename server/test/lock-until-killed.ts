import { lockDataFolder } from '../src/platform/database/embedded/data-folder-lock.ts';

// Started by tests: locks the folder until it is killed.
const folder = process.argv[2];
if (!folder) throw new Error('Usage: lock-until-killed.ts <folder>');
try {
  await lockDataFolder(folder);
  console.log('locked');
  setInterval(() => {}, 60_000);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
