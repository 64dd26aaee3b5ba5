import { spawnSync } from 'node:child_process';

// `npm run test:faults`: every fault in the sizes before a release; `-- quick`: those of every change.
// Further words name test files: `npm run test:faults -- quick interleavings`.

const [first, ...files] = process.argv.slice(2);
const isSize = first === 'quick' || first === 'slice' || first === 'release';
const size = isSize ? first : 'release';
const named = isSize || first === undefined ? files : [first, ...files];

/** These stand beside what they test, and are part of `npm test` in a smaller size. */
const elsewhere = ['server/src/payments/stripe-events.pg.test.ts', 'e2e/running/killed-at-checkout.test.ts'];
const sequences = { slice: 25, quick: 200, release: 5000 }[size];

/** Named ones alone, else all. */
const wanted = named.map((name) => elsewhere.find((path) => path.includes(name)) ?? `e2e/faults/${name}`);
const projects = ['faults', 'postgres', 'running'].flatMap((project) => ['--project', project]);
const { status } = spawnSync(
  'npm',
  [
    'exec',
    '--',
    'vitest',
    'run',
    ...projects,
    ...(wanted.length > 0 ? wanted : ['e2e/faults/', ...elsewhere]),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULTS: size,
      EVENT_SEQUENCES: String(sequences),
      ...(size !== 'slice' && { KILL_ROUNDS: 'all' }),
    },
  },
);
process.exit(status ?? 1);
