import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';
import { createSchema } from './create-schema.ts';
import { startPrivateServer } from './postgres-server.ts';
import './provided.ts';

/** Runs once per test project: starts a server with a migrated template database, which each test file copies. */
export default async function preparePostgres(project: TestProject): Promise<() => Promise<void>> {
  const configuredUrl = process.env.TEST_DATABASE_URL;
  const server: { url: string; stop(): Promise<void> } = configuredUrl
    ? { url: configuredUrl, stop: async () => {} }
    : await startPrivateServer();
  const template = `reprise_template_${randomBytes(4).toString('hex')}`;
  await runSql(server.url, `create database ${template}`);
  const url = new URL(server.url);
  url.pathname = `/${template}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '', log: createLog('error') });
  await createSchema(database);
  await database.close();
  project.provide('testDatabase', { kind: 'postgres', url: server.url, template });
  return async () => {
    await runSql(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
