import { buildWebAppIfStale } from '../server/src/boot/build-web-app.ts';
import { closeRun, demoShop, emptyShop, playwright, runSteps, script, vitest } from './test-steps.ts';

// `npm test` runs what every change must pass, in a few minutes. `npm test -- orders` runs one slice: test files with
// the word in their path, and main journeys with the word in their file name, title or tags.

const words = process.argv.slice(2);

if (words.length === 0) {
  // Two chains in parallel, because no step uses two processors throughout.
  await Promise.all([
    runSteps([script('types', 'types'), script('unused code', 'unused'), script('lint and format', 'lint')]),
    runSteps([script('build of the web app', 'build'), emptyShop, demoShop]),
  ]);
} else {
  await buildWebAppIfStale();
  await runSteps([emptyShop]);
}

const projects = ['rules', 'postgres'].flatMap((project) => ['--project', project]);
const grep = words.length > 0 ? ['--grep', words.join('|')] : [];
await runSteps([
  vitest('rules, API, races', [...projects, '--passWithNoTests', ...words], { speed: 'fast' }),
  playwright('main browser journeys', ['--project', 'main', '--pass-with-no-tests', ...grep]),
]);
closeRun();
