import { once } from 'node:events';

// Loaded into a shop before it starts (node --import): it reads the server, which is most of a start, and opens when
// it is told its port. Tests that start shops by the hundred have the next one read while this one works.

process.env.NODE_ENV ??= 'production';
await import('../server/src/boot/start-shop.ts');

process.stdin.setEncoding('utf8');
const [port] = await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')]);
// Whoever wanted this shop is gone.
if (port === undefined) process.exit();
process.env.PORT = port;
process.stdin.destroy();
