import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FunctionSource, readFunctionSources } from './function-sources.ts';

const file = fileURLToPath(new URL('../../ARCHITECTURE.md', import.meta.url));
const begin = '<!-- triggers: written by `npm run migrations` -->';
const end = '<!-- end of triggers -->';

type Trigger = { table: string; fires: string; runs: string };

/** Builds the list of all triggers in Markdown: one line for each function of a table. */
export function buildTriggerTable(): string {
  const sources = readFunctionSources();
  const triggers = sources.filter(({ kind }) => kind === 'trigger').map(parseTrigger);
  const byFunction = Map.groupBy(triggers, ({ table, runs }) => `${table} ${runs}`);
  const lines = [...byFunction.keys()].sort().map((key) => {
    const group = byFunction.get(key) ?? [];
    const [{ table, runs }] = group as [Trigger];
    const called = sources.find(({ kind, name }) => kind === 'function' && name === runs);
    if (!called?.comment) throw new Error(`${runs} has no comment or no source.`);
    const link = `[\`${runs}\`](server/${called.file})`;
    return [`\`${table}\``, group.map(({ fires }) => fires).join('; '), firstSentence(called.comment), link];
  });
  return [['table', 'when', 'what it does', 'function'], ['---', '---', '---', '---'], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function parseTrigger({ text, name }: FunctionSource): Trigger {
  const [, fires, table, runs] =
    /TRIGGER \w+ ((?:BEFORE|AFTER) .*?) ON (\w+)[\s\S]* EXECUTE FUNCTION (\w+)\(/.exec(text) ?? [];
  if (!fires || !table || !runs) throw new Error(`${name} is no trigger of a table.`);
  return { table, fires: fires.toLowerCase(), runs };
}

const firstSentence = (comment: string) => comment.split(/(?<=\.) /, 1).join();

/** Returns the list of ARCHITECTURE.md. */
export function readTriggerTable(): string {
  return splitDocument()[1].trim();
}

export function writeTriggerTable(): void {
  const [before, , after] = splitDocument();
  writeFileSync(file, `${before}${begin}\n\n${buildTriggerTable()}\n\n${end}${after}`);
}

function splitDocument(): [before: string, table: string, after: string] {
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(begin);
  const [table = '', after = ''] = rest.split(end);
  return [before, table, after];
}
