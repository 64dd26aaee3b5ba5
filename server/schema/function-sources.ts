import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('..', import.meta.url));

/** A function or trigger of the database, as its source declares it. */
export type FunctionSource = {
  kind: 'function' | 'trigger';
  name: string;
  comment: string;
  /** The statement, without comment and semicolon. */
  text: string;
  /** Path from the folder `server`. */
  file: string;
};

const statement = /^((?:-- .*\n)*)(CREATE OR REPLACE (FUNCTION|TRIGGER) (\w+)[\s\S]*);$/;

/** Returns the statements of all `*.functions.sql`. Empty lines separate them. */
export function readFunctionSources(): FunctionSource[] {
  return globSync('src/**/*.functions.sql', { cwd: server })
    .sort()
    .flatMap((file) =>
      readFileSync(`${server}${file}`, 'utf8')
        .trim()
        .split(/\n{2,}/)
        .map((paragraph) => parseStatement(paragraph, file)),
    );
}

function parseStatement(paragraph: string, file: string): FunctionSource {
  const [, comment, text, kind, name] = statement.exec(paragraph) ?? [];
  if (comment === undefined || !text || !kind || !name) {
    throw new Error(`${file}: expected CREATE OR REPLACE FUNCTION or TRIGGER, found\n${paragraph}`);
  }
  return {
    kind: kind === 'FUNCTION' ? 'function' : 'trigger',
    name,
    comment: comment.replace(/^-- /gm, '').replaceAll('\n', ' ').trim(),
    text,
    file,
  };
}
