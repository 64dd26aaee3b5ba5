import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificate = { key: string; cert: string };

const authority = `[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
[any]
commonName = supplied
`;

/** Makes a certificate that signs itself, as Debian's packages of mail servers do; valid now or only in 2020. */
export function createCertificate(validity: 'valid' | 'expired'): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-certificate-'));
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  try {
    writeFileSync(join(folder, 'ca.conf'), authority);
    writeFileSync(join(folder, 'index.txt'), '');
    writeFileSync(join(folder, 'serial'), '01');
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key'];
    openssl('req', ...key, '-subj', '/CN=debian', '-out', 'request');
    const dates =
      validity === 'valid'
        ? ['-days', '2']
        : ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'];
    const files = ['-in', 'request', '-keyfile', 'key', '-out', 'cert'];
    openssl('ca', '-batch', '-selfsign', '-notext', '-config', 'ca.conf', ...files, ...dates);
    return {
      key: readFileSync(join(folder, 'key'), 'utf8'),
      cert: readFileSync(join(folder, 'cert'), 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
