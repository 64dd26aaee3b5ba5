import { createServer } from 'node:http';

// HTTP server in its own process that sends a fixed number of bytes under fixed headers: the upper limit of a
// comparison.

const [port, bytes, headers] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes), 'x');
const head: string[] = JSON.parse(headers ?? '[]');
createServer((_request, response) => {
  response.writeHead(200, head);
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
