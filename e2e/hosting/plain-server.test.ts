import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { bootMachine, canBootMachine, type Machine } from './machine.ts';

// docs/hosting.md, “A plain server”: its commands run on a machine with systemd, from a repository whose later commits
// change tables, cannot be built, and cannot start.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reprise-plain-server-'));
const origin = join(folder, 'origin');

/** Returns the commands below a heading of the page. */
function commandsOf(heading: string): string {
  const page = readFileSync(join(root, 'docs/hosting.md'), 'utf8');
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [, commands] = /```sh\n([\s\S]*?)```/.exec(section.split('\n#')[0] ?? '') ?? [];
  if (!commands) throw new Error(`The page has no commands below “${heading}”.`);
  return commands;
}

const git = (...words: string[]) => execFileSync('git', words, { cwd: origin, encoding: 'utf8' });

function commit(message: string): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@shop.test'];
  git('add', '--all');
  git(...author, 'commit', '--quiet', '--message', message);
  return git('rev-parse', '--short=12', 'HEAD').trim();
}

/** Adds a migration with this statement after all others. */
function addMigration(tag: string, statement: string): void {
  const journal = join(origin, 'server/migrations/meta/_journal.json');
  const parsed = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = parsed.entries.at(-1);
  if (!last) throw new Error('The journal is empty.');
  parsed.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag } as typeof last);
  writeFileSync(journal, JSON.stringify(parsed));
  writeFileSync(join(origin, `server/migrations/${tag}.sql`), statement);
}

const changeStyles = () => appendFileSync(join(origin, 'web/app/app.css'), '\n.release-b { color: red; }\n');

describe.skipIf(!canBootMachine())('a plain server', { timeout: 3_600_000 }, () => {
  let machine: Machine;
  let port: number;
  let httpsPort: number;
  let shopUrl: string;
  let releases: { first: string; second: string };
  let token: string;
  let product: string;
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 8 });

  beforeAll(async () => {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, origin]);
    git('checkout', '--quiet', '-B', 'main');
    port = await freePort();
    httpsPort = await freePort();
    shopUrl = `http://127.0.0.1:${port}`;
    machine = await bootMachine(origin);
    // Installed before, they are not running in the machine.
    await machine.run('systemctl start dbus; systemctl start postgresql || true');
  }, 3_600_000);

  afterAll(async () => {
    agent.destroy();
    await machine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const current = () => readlinkSync(join(machine.srv, 'reprise/current')).replace('releases/', '');
  const server = (words: string) => machine.run(`REPRISE_READY_SECONDS=900 reprise ${words}`);
  const readSql = async (text: string) =>
    (await machine.run(`cd /; runuser -u postgres -- psql -At reprise -c "${text}"`)).trim();

  /** Asks for a path through Caddy. */
  async function ask(path: string): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    const options: RequestOptions = {
      agent,
      host: '127.0.0.1',
      port: httpsPort,
      servername: 'shop.example.com',
      path,
      headers: { host: 'shop.example.com' },
    };
    request(options, async (response) => {
      resolve({ status: response.statusCode ?? 0, text: String(await buffer(response)) });
    })
      .on('error', reject)
      .end();
    return promise;
  }

  async function placeOrder(): Promise<string> {
    const key = crypto.randomUUID();
    const answer = await call(shopUrl, 'POST', '/orders', { key, body: orderOf(product) });
    expect(answer.status).toBe(201);
    return answer.body.data.order.orderNumber;
  }

  const numberOfOrders = async () => {
    const { body } = await call(shopUrl, 'GET', '/orders/admin/all?limit=1', { token });
    return body.data.pagination.total;
  };

  test('the commands of the page lead to a shop behind Caddy', async () => {
    // A machine whose Node is not Debian's cannot install Debian's npm beside it.
    const hasNpm = await machine.run('npm --version').then(Boolean, () => false);
    const setUp = commandsOf('Set up')
      .replace('https://github.com/your-company/your-shop', '/origin')
      .replace(' npm ', hasNpm ? ' ' : ' npm ');
    await machine.run(`apt-get update -qq; git config --system safe.directory '*'; ${setUp}`);
    const [httpPort, adminPort] = [await freePort(), await freePort()];
    const options = `{\nadmin localhost:${adminPort}\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\nlocal_certs\nskip_install_trust\n}`;
    await machine.run(`
      sed -i 's/^PORT=3000/PORT=${port}/' /etc/reprise/reprise.env
      sed -i 's/:3000/:${port}/' /etc/caddy/Caddyfile
      printf '%s\\n' '${options}' | cat - /etc/caddy/Caddyfile > /tmp/Caddyfile
      mv /tmp/Caddyfile /etc/caddy/Caddyfile
      chmod 644 /etc/caddy/Caddyfile
      echo RATE_LIMIT=off >> /etc/reprise/reprise.env`);
    const output = await machine.run(`export REPRISE_READY_SECONDS=900\n${commandsOf('Start')}`);
    const password = /the password is (\S+)/.exec(output)?.[1] ?? '';
    const page = await ask('/');
    expect([page.status, page.text.includes('<h1')]).toEqual([200, true]);
    token = await signIn(shopUrl, { email: 'you@example.com', password });
    product = await addProduct(shopUrl, token, 1000);
    releases = { first: current(), second: '' };
  });

  test('the unit is valid, closed down, and restarts a killed shop', async () => {
    expect(await machine.run('systemd-analyze verify /etc/systemd/system/reprise.service 2>&1')).toBe('');
    const rated = await machine.run('systemd-analyze security --no-pager reprise | tail -n 1');
    expect(Number(/([\d.]+) OK/.exec(rated)?.[1])).toBeLessThanOrEqual(1.3);
    const picture = readFileSync(join(root, 'docs/pictures/home.webp'));
    const form = new FormData();
    form.append('file', new Blob([picture]), 'home.webp');
    expect((await call(shopUrl, 'POST', '/upload/single', { token, body: form })).status).toBe(201);
    const pid = await machine.run('systemctl show --property=MainPID --value reprise');
    await machine.run('systemctl kill --signal=KILL reprise');
    const isReady = async () => (await fetch(`${shopUrl}/health/ready`)).status;
    await expect.poll(isReady, { timeout: 600_000, interval: 500 }).toBe(200);
    expect(await machine.run('systemctl show --property=MainPID --value reprise')).not.toBe(pid);
  });

  test('a deployment fails no request, and old files stay until the switch', async () => {
    await placeOrder();
    changeStyles();
    addMigration('9000_release-b', 'create table release_b (id int)');
    releases.second = commit('second');
    const asset = /\/assets\/[\w.-]+\.css/.exec((await ask('/')).text)?.[0] ?? '';
    const failures: unknown[] = [];
    let [asked, isOver] = [0, false];
    const visitor = async (path: string) => {
      while (!isOver) {
        const before = current();
        const status = await ask(path).then(
          (answer) => answer.status,
          (error: Error) => error.message,
        );
        asked += 1;
        const isSwitched = path === asset && (before !== releases.first || current() !== releases.first);
        if (status !== 200 && !isSwitched) failures.push([path, status]);
      }
    };
    const visitors = ['/', '/deals', '/api/products?limit=1', asset].map(visitor);
    await server('deploy main').finally(() => {
      isOver = true;
    });
    await Promise.all(visitors);
    console.log(`plain server: ${asked} requests during a deployment, ${failures.length} failed`);
    expect(failures).toEqual([]);
    expect([current(), await readSql(`select to_regclass('release_b')`)]).toEqual([
      releases.second,
      'release_b',
    ]);
    expect((await ask('/')).text).not.toContain(asset);
    expect(await numberOfOrders()).toBe(1);
  });

  test('a commit that cannot be built changes nothing', async () => {
    appendFileSync(join(origin, 'web/app/root.tsx'), '\nconst broken: = ;\n');
    const broken = commit('cannot be built');
    await expect(server('deploy main')).rejects.toThrow(`${broken} could not be built; nothing was changed.`);
    expect(current()).toBe(releases.second);
    expect((await ask('/')).status).toBe(200);
    expect(await server('releases')).not.toContain(broken);
    git('reset', '--quiet', '--hard', releases.second);
  });

  test('a commit that does not start gives way to the release before it', async () => {
    await placeOrder();
    addMigration('9001_fails', 'drop table release_b;\n--> statement-breakpoint\nselect 1 / 0');
    const failing = commit('cannot start');
    await expect(server('deploy main')).rejects.toThrow(
      `${failing} was not deployed; ${releases.second} is running.`,
    );
    expect([current(), await readSql(`select to_regclass('release_b')`)]).toEqual([
      releases.second,
      'release_b',
    ]);
    expect((await ask('/')).status).toBe(200);
    expect(Number(await readSql('select count(*) from orders'))).toBe(2);
  });

  test('going back past a change of tables names what is lost and restores its backup', async () => {
    await expect(server('roll-back')).rejects.toThrow(/Everything since .* is lost, orders too/);
    expect(current()).toBe(releases.second);
    await server('roll-back --restore');
    expect([current(), await readSql(`select to_regclass('release_b')`)]).toEqual([releases.first, '']);
    expect(Number(await readSql('select count(*) from orders'))).toBe(1);
    expect((await ask('/')).status).toBe(200);
    expect(await server('releases')).toMatch(
      new RegExp(`^\\* ${releases.first} [^]*\\n  ${releases.second} `, 'm'),
    );
  });

  test('the commands of the page put nginx in the place of Caddy', async () => {
    const commands = commandsOf('nginx instead of Caddy')
      .split('\n')
      .filter((line) => !line.startsWith('certbot'));
    const [httpPort, nginxPort] = [await freePort(), await freePort()];
    await machine.run(`
      domain=shop.example.com
      mkdir -p /etc/letsencrypt/live/$domain
      cd /etc/letsencrypt/live/$domain
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=$domain \\
        -keyout privkey.pem -out fullchain.pem
      systemctl stop caddy
      cd /srv/reprise/repository
      sed -i 's/:3000/:${port}/; s/listen 80;/listen ${httpPort};/; s/listen 443/listen ${nginxPort}/; /listen \\[::\\]/d' deploy/nginx.conf
      apt-get install -y -qq nginx
      rm -f /etc/nginx/sites-enabled/default
      ${commands.join('\n')}`);
    httpsPort = nginxPort;
    expect((await ask('/')).status).toBe(200);
  });
});
