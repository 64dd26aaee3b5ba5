import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

// `npm run check -- reprise-client-0.1.0.tgz` lints a packed file: can Node and bundlers load it, and do its types
// compile under the strictest options of TypeScript 5 and 7?

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
  ...compile(tarball),
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

/** Compiles a program that imports everything, with the types of all packages checked; returns what compilers print. */
function compile(packed: string): string[] {
  const project = mkdtempSync(join(tmpdir(), 'reprise-client-types-'));
  const modules = join(project, 'node_modules');
  const client = join(modules, '@reprise/client');
  mkdirSync(client, { recursive: true });
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', client]);
  symlinkSync(
    fileURLToPath(new URL('../node_modules/zod', import.meta.url)),
    join(modules, 'zod'),
    'junction',
  );
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(project, 'program.ts'),
    "export * from '@reprise/client';\nexport * from '@reprise/client/all';\n",
  );
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    types: [],
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const found = ['../node_modules', '../../node_modules'].flatMap((folder) => {
    const compiler = fileURLToPath(new URL(`${folder}/typescript/bin/tsc`, import.meta.url));
    const version = execFileSync(process.execPath, [compiler, '--version'], { encoding: 'utf8' }).trim();
    try {
      execFileSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
      return [];
    } catch (error) {
      return [`${version}: ${(error as { stdout: string }).stdout}`];
    }
  });
  rmSync(project, { recursive: true });
  return found;
}
