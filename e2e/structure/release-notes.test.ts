import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseNotes } from '../release/release-notes.ts';

const checkout = mkdtempSync(join(tmpdir(), 'reprise-release-'));
const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.test', '-c', 'commit.gpgsign=false'];
const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: checkout });

function commit(files: Record<string, string>, tag?: string): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(checkout, path), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
  if (tag) git('tag', '--annotate', tag, '--message', tag);
}

beforeAll(() => {
  mkdirSync(join(checkout, 'server/migrations/before-baseline'), { recursive: true });
  git('init', '--quiet');
  commit(
    { 'CHANGELOG.md': '## 1.9.0 (2026-01-01)\n\n- First.\n', 'server/migrations/0000_a.sql': '' },
    'v1.9.0',
  );
  commit(
    { 'server/migrations/0001_b.sql': '', 'server/migrations/before-baseline/0002_x.sql': '' },
    'v1.10.0',
  );
  commit({ 'server/migrations/0003_c.sql': '', 'server/migrations/0001_b.sql': 'changed' });
  commit({ 'CHANGELOG.md': '## Unreleased\n\n## 1.11.0\n\n- Third.\n\n## 1.9.0\n\n- First.\n' }, 'v1.11.0');
});
afterAll(() => rmSync(checkout, { recursive: true }));

test('release notes name the migrations added since the tag before', () => {
  const notes = releaseNotes(checkout, 'v1.11.0');
  expect(notes).toContain('- Third.\n\n### Database');
  expect(notes).toContain('since v1.10.0');
  expect(notes.match(/\d+_\w+\.sql/g)).toEqual(['0003_c.sql']);
  expect(notes).not.toContain('First');
});

test('a release without a section in the changelog is refused', () => {
  expect(() => releaseNotes(checkout, 'v1.10.0')).toThrow('no section ## 1.10.0');
  expect(() => releaseNotes(checkout, 'Unreleased')).toThrow('no section');
});
