import { globSync, readFileSync } from 'node:fs';
import { buildWebAppIfStale } from '../server/src/boot/build-web-app.ts';
import { closeRun, demoShop, emptyShop, playwright, program, runSteps, vitest } from './test-steps.ts';

// `npm run test:all` runs everything that `npm test` leaves out. Words select steps: `npm run test:all -- attacks`.

const words = process.argv.slice(2);

const projects = (...names: string[]) => names.flatMap((name) => ['--project', name]);
const quickFaults = { FAULTS: 'quick' };

/** Listed by name, because the tag filter alone would open a database for every file. */
const slowFiles = globSync('{contract/src,server/{src,demo}}/**/*.test.ts').filter((path) =>
  /tags: \['slow'\]|@module-tag slow/.test(readFileSync(path, 'utf8')),
);

const steps = [
  program('first start of a new user', 'e2e/smoke-start.ts'),
  vitest('slow tests', [...projects('rules', 'postgres'), ...slowFiles], { speed: 'slow' }),
  vitest('races', [...projects('postgres'), 'races'], { environment: { RACE_ROUNDS: '8' } }),
  vitest('API on the embedded database', projects('embedded')),
  // Apart from the embedded databases, which leave no processor to browsers and shops.
  vitest('running shops', projects('running')),
  playwright('further browser journeys', projects('further')),
  playwright('every screen', projects('screens')),
  program('attacks', 'e2e/run-attacks.ts'),
  vitest('faults', projects('faults'), { environment: quickFaults }),
];

await buildWebAppIfStale();
await runSteps([emptyShop, demoShop]);
await runSteps(steps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word))));
closeRun();
