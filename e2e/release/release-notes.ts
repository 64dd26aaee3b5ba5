import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const migrations = 'server/migrations';

/** Returns the notes of the version `tag`: its section of the changelog and its migrations since the tag before. */
export function releaseNotes(checkout: string, tag: string): string {
  const changes = sectionOf(readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8'), tag.replace(/^v/, ''));
  const previous = previousTag(checkout, tag);
  const files = addedMigrations(checkout, previous);
  return [changes, `### Database`, describeMigrations(files, previous)].join('\n\n');
}

/** Throws if the changelog has no text for the version, because a release without notes is a mistake. */
function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => (text.split('\n')[0] ?? '').split(' ')[0] === version);
  const text = section?.slice(section.indexOf('\n')).trim();
  if (!text) throw new Error(`CHANGELOG.md has no section ## ${version}. Rename Unreleased first.`);
  return text;
}

const git = (checkout: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the newest tag of a version before HEAD, other than `tag` itself. */
function previousTag(checkout: string, tag: string): string | undefined {
  return git(checkout, 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').find(
    (name) => name !== tag,
  );
}

function addedMigrations(checkout: string, previous: string | undefined): string[] {
  const files = previous
    ? git(checkout, 'diff', '--name-only', '--diff-filter=A', previous, 'HEAD', '--', migrations)
    : git(checkout, 'ls-files', '--', migrations);
  return files
    .filter((file) => /^server\/migrations\/\d+_[^/]*\.sql$/.test(file))
    .map((file) => basename(file));
}

function describeMigrations(files: string[], previous: string | undefined): string {
  const since = previous ? `since ${previous}` : 'of a new database';
  if (files.length === 0) return `No migrations ${since}.`;
  const list = files.map((file) => `- \`${file}\``).join('\n');
  return `Back up first. The first start runs these migrations ${since}; an older version refuses the database afterwards.\n\n${list}`;
}
