import { once } from 'node:events';

// Preload (`node --import`): imports the server, which is most of a start, and opens when it receives its port. Tests
// that start shops by the hundred load the next one while the current one works.

process.env.NODE_ENV ??= 'production';
await import('../server/src/boot/start-shop.ts');

process.stdin.setEncoding('utf8');
const [port] = await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')]);
// The parent process has ended.
if (port === undefined) process.exit();
process.env.PORT = port;
process.stdin.destroy();
