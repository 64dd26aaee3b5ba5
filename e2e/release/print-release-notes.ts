import { fileURLToPath } from 'node:url';
import { releaseNotes } from './release-notes.ts';

// `npm run release-notes -- v1.2.0`: prints the text of a release; CI runs it when the tag arrives.

const tag = process.argv[2];
if (!tag) {
  console.error('Name the version: npm run release-notes -- v1.2.0');
  process.exit(1);
}
try {
  console.log(releaseNotes(fileURLToPath(new URL('../..', import.meta.url)), tag));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
