import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { installDebianPackage } from './postgres-server.ts';

/** Prometheus that reads one shop every second. */
export interface Prometheus {
  /** Runs a query; throws with the message of Prometheus if it is wrong. Returns the labels and value of each series. */
  query(text: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]>;
  /** Returns the names of its alerts with the error of their last run, '' without one. */
  alerts(): Promise<{ name: string; lastError: string }[]>;
  stop(): Promise<void>;
}

type Target = { shopUrl: string; token: string; ruleFile: string };

/** Starts Prometheus; installs it as root on Debian, else throws with instructions. */
export async function startPrometheus({ shopUrl, token, ruleFile }: Target): Promise<Prometheus> {
  const program = findProgram();
  const folder = mkdtempSync(join(tmpdir(), 'reprise-prometheus-'));
  const file = join(folder, 'prometheus.yml');
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ruleFile],
    scrape_configs: [
      {
        job_name: 'reprise',
        authorization: { credentials: token },
        static_configs: [{ targets: [new URL(shopUrl).host] }],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(configuration));
  const port = await freePort();
  const options = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  const read = async (path: string) => {
    const response = await fetch(url + path);
    const answer = (await response.json()) as { status: string; error?: string; data: never };
    if (answer.status !== 'success') throw new Error(answer.error ?? `status ${response.status}`);
    return answer.data;
  };
  return {
    query: async (text) => {
      const { result } = (await read(`/api/v1/query?query=${encodeURIComponent(text)}`)) as QueryResult;
      return result;
    },
    alerts: async () => {
      const { groups } = (await read('/api/v1/rules')) as Rules;
      return groups.flatMap(({ rules }) => rules.map(({ name, lastError = '' }) => ({ name, lastError })));
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      process.off('exit', killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type QueryResult = { result: { metric: Record<string, string>; value: [number, string] }[] };
type Rules = { groups: { rules: { name: string; lastError?: string }[] }[] };

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`Prometheus ended: ${output.slice(-2000)}`);
  });
  // Handled by the race; without a handler an end after the start would be a rejection of its own.
  ended.catch(() => {});
  const ready = async () => {
    for (;;) {
      const response = await fetch(`${url}/-/ready`).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.race([ready(), ended]);
}

/** Checks a file of alerts; throws with the findings of promtool. */
export function checkRules(ruleFile: string): void {
  execFileSync(findProgram('promtool'), ['check', 'rules', ruleFile], { stdio: 'pipe' });
}

function findProgram(name = 'prometheus'): string {
  const path = `/usr/bin/${name}`;
  if (existsSync(path)) return path;
  installDebianPackage('prometheus', 'The test of metrics needs Prometheus: install the package prometheus.');
  return path;
}
