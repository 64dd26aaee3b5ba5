import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCertificate } from '../../server/test/create-certificate.ts';
import { freePort } from '../../server/test/free-port.ts';
import { installDebianPackage } from '../../server/test/postgres-server.ts';

/** A proxy with the configuration of the folder `deploy`, on ports of its own. */
export type RealProxy = { httpPort: number; httpsPort: number; stop: () => Promise<void> };
export type ProxyName = 'caddy' | 'nginx';

const folderOfFiles = fileURLToPath(new URL('../../deploy/', import.meta.url));

type Ports = { shop: number; http: number; https: number };

/** Writes the configuration to the folder with other ports and certificates; returns the command that runs it. */
const commands: Record<ProxyName, (folder: string, ports: Ports) => [string, ...string[]]> = {
  caddy: (folder, { shop, http, https }) => {
    const options = `admin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust`;
    const sites = readFileSync(join(folderOfFiles, 'Caddyfile'), 'utf8').replace(':3000', `:${shop}`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\t${options}\n\tstorage file_system ${folder}\n}\n${sites}`);
    return ['caddy', 'run', '--config', file];
  },
  nginx: (folder, { shop, http, https }) => {
    const { key, cert } = createCertificate('valid');
    const certificates = join(folder, 'live/shop.example.com');
    mkdirSync(certificates, { recursive: true });
    writeFileSync(join(certificates, 'privkey.pem'), key);
    writeFileSync(join(certificates, 'fullchain.pem'), cert);
    const site = readFileSync(join(folderOfFiles, 'nginx.conf'), 'utf8')
      .replace(':3000', `:${shop}`)
      .replaceAll('/etc/letsencrypt', folder)
      .replaceAll(/^\tlisten \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${https} `);
    writeFileSync(join(folder, 'site.conf'), site);
    const file = join(folder, 'nginx.conf');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      file,
      `${user} daemon off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/answers; include ${folder}/site.conf; }
`,
    );
    execFileSync('nginx', ['-t', '-q', '-e', 'stderr', '-c', file], {
      env: withSystemPrograms,
      stdio: 'pipe',
    });
    return ['nginx', '-e', 'stderr', '-c', file];
  },
};

/** Debian keeps nginx where only root looks for programs. */
const withSystemPrograms = { PATH: `${process.env.PATH}:/usr/sbin` };

/** Starts a proxy before a shop; installs it as root on Debian, else throws with what to install. */
export async function startProxy(name: ProxyName, shopPort: number): Promise<RealProxy> {
  if (spawnSync('which', [name], { env: withSystemPrograms }).status !== 0) {
    installDebianPackage(name, `The test of proxies needs ${name}: install it.`);
  }
  const folder = mkdtempSync(join(tmpdir(), `reprise-${name}-`));
  const ports = { shop: shopPort, http: await freePort(), https: await freePort() };
  const [program, ...words] = commands[name](folder, ports);
  const child = spawn(program, words, {
    env: { ...withSystemPrograms, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  await untilListening(ports.https, child);
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      process.off('exit', killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
  throw new Error(`The proxy did not start: ${output.slice(-2000)}`);
}
