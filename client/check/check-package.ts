import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

// `npm run check -- reprise-client-0.1.0.tgz` lints a packed file: can Node and bundlers load it, with its types?

const tarball = process.argv[2];
if (!tarball) throw new Error('Name the file that npm pack made.');
const data = new Uint8Array(readFileSync(tarball));

const { messages } = await publint({ pack: { tarball: data.buffer }, strict: true });
const analysis = await checkPackage(createPackageFromTarballData(data));
const problems = [
  ...messages.map(({ code, path }) => `${code} at ${path.join('.')}`),
  ...(analysis.types
    ? analysis.problems
        .filter((problem) => !isAboutRequire(problem))
        .map((problem) => JSON.stringify(problem))
    : ['It has no types.']),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log('The package is as Node, bundlers and TypeScript expect it.');

/** The package is an ES module, which the oldest ways of resolving cannot load. */
function isAboutRequire(problem: { kind: string; resolutionKind?: string }): boolean {
  return problem.resolutionKind === 'node10' || problem.kind === 'CJSResolvesToESM';
}
