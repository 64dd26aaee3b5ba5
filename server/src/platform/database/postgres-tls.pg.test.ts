import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrivateServer, postgresUser, startPrivateServer } from '../../../test/postgres-server.ts';
import { createLog } from '../log.ts';
import { openDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-tls-'));
const file = (name: string) => join(folder, name);
let server: PrivateServer;

/** Makes a certificate with its key; by default one that signs itself. */
function createCertificate(name: string, ...more: string[]): void {
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const output = ['-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`];
  execFileSync('openssl', [...request, ...output, ...more], { cwd: folder, stdio: 'ignore' });
}

beforeAll(async () => {
  createCertificate('authority');
  createCertificate('stranger');
  const signed = ['-CA', 'authority.pem', '-CAkey', 'authority.key'];
  const uses = ['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE'];
  createCertificate('server', ...signed, ...uses);
  const owner = postgresUser();
  if (owner) for (const path of [folder, file('server.key')]) chownSync(path, owner.uid, owner.gid);
  chmodSync(file('server.key'), 0o600);
  server = await startPrivateServer({
    ssl: 'on',
    ssl_cert_file: file('server.pem'),
    ssl_key_file: file('server.key'),
  });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects with the certificate authority that the URL names. */
async function ping(authority: string): Promise<void> {
  const databaseUrl = `${server.url}?sslmode=verify-full&sslrootcert=${file(`${authority}.pem`)}`;
  const database = await openDatabase({ databaseUrl, dataDir: '', log: createLog('silent') });
  try {
    await database.ping();
  } finally {
    await database.close();
  }
}

test('a server is trusted if the authority in DATABASE_URL signed its certificate', async () => {
  await expect(ping('authority')).resolves.toBeUndefined();
});

test('a server with the certificate of another authority is refused', async () => {
  await expect(ping('stranger')).rejects.toThrow(/certificate|self-signed/i);
});
