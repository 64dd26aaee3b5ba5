import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

type Load = {
  connections: number;
  seconds: number;
  /** Requests to send in rotation. */
  requests: Request[];
  /** Sends each request with its own Idempotency-Key. */
  keyed?: boolean;
  /** Sends each request from its own network to a shop that trusts 127.0.0.1 as its proxy. */
  fromManyNetworks?: boolean;
};

/** Placeholder in a body for a number that differs in each request. */
export const turnPlaceholder = '__TURN__';

export type Pressed = { perSecond: number; p95: number };

/**
 * Sends requests as fast as they are answered on a number of connections. Uses wrk if it is installed: it takes a
 * twentieth of autocannon's processor time.
 */
export async function press(base: string, load: Load): Promise<Pressed> {
  const { failed, ...figures } = hasWrk() ? await pressWithWrk(base, load) : await pressWithNode(base, load);
  if (failed > 0) throw new Error(`${failed} requests like ${load.requests[0]?.path} failed`);
  return figures;
}

export const loadGenerator = () => (hasWrk() ? 'wrk' : 'autocannon');

let isWrkInstalled: boolean | undefined;

function hasWrk(): boolean {
  if (isWrkInstalled !== undefined) return isWrkInstalled;
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    isWrkInstalled = true;
  } catch {
    isWrkInstalled = false;
  }
  return isWrkInstalled;
}

async function pressWithNode(
  base: string,
  { connections, seconds, requests, keyed, fromManyNetworks }: Load,
) {
  let turn = 0;
  const firstNetwork = reserveNetworks();
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const next = requests[turn++ % requests.length];
          const headers = {
            ...next?.headers,
            ...(keyed && { 'idempotency-key': crypto.randomUUID() }),
            ...(fromManyNetworks && { 'x-forwarded-for': networkOfTurn(firstNetwork + turn) }),
          };
          const body = next?.body?.replaceAll(turnPlaceholder, String(turn));
          return {
            ...request,
            ...next,
            ...(body !== undefined && { body }),
            headers: { ...request.headers, ...headers },
          } as autocannon.Request;
        },
      },
    ],
  });
  const { non2xx, errors, latency } = result;
  return { perSecond: result.requests.average, p95: latency.p97_5, failed: non2xx + errors };
}

const networksPerLoad = 2 ** 18;
let loadsSoFar = 0;

/**
 * Returns the first network of a load. Later loads use other networks, because they would reach a limit of orders.
 */
function reserveNetworks(): number {
  return networksPerLoad * loadsSoFar++;
}

function networkOfTurn(turn: number): string {
  return `10.${(turn >> 16) % 256}.${(turn >> 8) % 256}.${turn % 256}`;
}

async function pressWithWrk(base: string, { connections, seconds, ...load }: Load) {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-wrk-'));
  const script = join(folder, 'requests.lua');
  writeFileSync(script, luaOf(load));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, base];
  const { stdout } = await promisify(execFile)('wrk', args);
  rmSync(folder, { recursive: true });
  const match = /answered (\d+) in (\d+) us, p95 (\d+) us, failed (\d+)/.exec(stdout);
  if (!match) throw new Error(`wrk output: ${stdout}`);
  const [answered = 0, took = 0, p95 = 0, failed = 0] = match.slice(1).map(Number);
  return { perSecond: (answered * 1e6) / took, p95: p95 / 1000, failed };
}

/** Lua reads JSON strings, except for \u escapes. */
const lua = (text: string) => JSON.stringify(text).replaceAll(/\\u([0-9a-f]{4})/g, '\\u{$1}');

// LuaJIT, which wrk embeds, has no bit operators.
const luaNetworkOfTurn = `string.format("10.%d.%d.%d", math.floor((firstNetwork + turn) / 65536) % 256,
    math.floor((firstNetwork + turn) / 256) % 256, (firstNetwork + turn) % 256)`;

function luaOf({ requests, keyed, fromManyNetworks }: Omit<Load, 'connections' | 'seconds'>): string {
  const list = requests.map(({ method, path, headers = {}, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${lua(name)}] = ${lua(value)}`);
    return `{ ${lua(method)}, ${lua(path)}, { ${fields.join(', ')} }, ${body === undefined ? 'nil' : lua(body)} }`;
  });
  return `
local requests = {
${list.join(',\n')}
}
local turn = 0
local firstNetwork = ${reserveNetworks()}
local run = ${lua(crypto.randomUUID())}
function request()
  turn = turn + 1
  local each = requests[turn % #requests + 1]
  ${keyed ? 'each[3]["idempotency-key"] = run .. turn' : ''}
  ${fromManyNetworks ? `each[3]["x-forwarded-for"] = ${luaNetworkOfTurn}` : ''}
  local body = each[4] and string.gsub(each[4], "${turnPlaceholder}", run .. turn)
  return wrk.format(each[1], each[2], each[3], body)
end
function done(summary, latency)
  local e = summary.errors
  print(string.format("answered %d in %d us, p95 %d us, failed %d", summary.requests, summary.duration,
    latency:percentile(95), e.status + e.connect + e.read + e.write + e.timeout))
end
`;
}
