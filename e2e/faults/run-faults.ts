import { spawnSync } from 'node:child_process';

// `npm run test:faults`: every fault in the sizes before a release; `-- quick`: those of every change.
// Further words name test files: `npm run test:faults -- quick interleavings`.

const [first, ...files] = process.argv.slice(2);
const isSize = first === 'quick' || first === 'slice' || first === 'release';
const size = isSize ? first : 'release';
const named = isSize || first === undefined ? files : [first, ...files];
const { status } = spawnSync(
  'npm',
  ['exec', '--', 'vitest', 'run', '--project', 'faults', ...named.map((name) => `e2e/faults/${name}`)],
  { stdio: 'inherit', env: { ...process.env, FAULTS: size } },
);
process.exit(status ?? 1);
