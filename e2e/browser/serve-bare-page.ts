import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { createRequestHandler, type ServerBuild } from 'react-router';

const folder = fileURLToPath(new URL('bare-page/', import.meta.url));

/** Builds and serves a React Router page without styles, images or data; returns its URL. */
export async function serveBarePage(): Promise<{ url: string; close: () => void }> {
  execFileSync('npm', ['exec', '--', 'react-router', 'build'], { cwd: folder, stdio: 'ignore' });
  const build = (await import(`${folder}build/server/index.js`)) as ServerBuild;
  const handle = createRequestHandler(build, 'production');
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const asset = pathname !== '/' && pathname !== '/cards';
    const body = asset
      ? readAsset(pathname)
      : Buffer.from(await (await handle(new Request(`http://localhost${pathname}`))).arrayBuffer());
    if (body === null) return response.writeHead(404).end();
    const type = asset ? 'text/javascript' : 'text/html; charset=utf-8';
    const compressed = String(request.headers['accept-encoding'] ?? '').includes('br');
    response.writeHead(200, {
      'content-type': type,
      ...(compressed && { 'content-encoding': 'br' }),
      'cache-control': asset ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(compressed ? brotliCompressSync(body) : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

function readAsset(path: string): Buffer | null {
  try {
    return readFileSync(`${folder}build/client${path}`);
  } catch {
    return null;
  }
}
