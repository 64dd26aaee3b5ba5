import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

// `npm run test:faults` runs every fault in the sizes of a release, `-- quick` in those of `npm run test:all`. Other
// words select test files: `npm run test:faults -- quick interleavings`. The first option and everything after it
// goes to Vitest: `npm run test:faults -- release killed-shop -t PostgreSQL`.

const words = process.argv.slice(2);
const dash = words.findIndex((word) => word.startsWith('-'));
const [first, ...files] = dash < 0 ? words : words.slice(0, dash);
const forVitest = dash < 0 ? [] : words.slice(dash);
const isSize = first === 'quick' || first === 'slice' || first === 'release';
const size = isSize ? first : 'release';
const named = isSize || first === undefined ? files : [first, ...files];

/** Tests in other folders that `npm test` and `npm run test:all` run in a smaller size. */
const elsewhere = [
  'server/src/sales/payments/processors/stripe-events.pg.test.ts',
  'e2e/running/killed-at-checkout.test.ts',
];
const sequences = { slice: 10, quick: 80, release: 5000 }[size];

const all = [...globSync('e2e/faults/**/*.test.ts'), ...elsewhere];
const selected = named.length === 0 ? all : named.flatMap(filesOf);
const projects = ['faults', 'postgres', 'running'].flatMap((project) => ['--project', project]);
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', ...projects, ...selected, ...forVitest], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FAULTS: size,
    EVENT_SEQUENCES: String(sequences),
    ...(size !== 'slice' && { KILL_ROUNDS: 'all' }),
  },
});
process.exit(status ?? 1);

function filesOf(name: string): string[] {
  const matches = all.filter((path) => path.includes(name));
  if (matches.length > 0) return matches;
  console.error(`No fault test matches ${name}.`);
  process.exit(1);
}
