import { createServer } from 'node:http';

// A server of its own process that answers with so many bytes under these headers and does nothing else: the limit to
// compare with.

const [port, bytes, headers] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes), 'x');
const head: string[] = JSON.parse(headers ?? '[]');
createServer((_request, response) => {
  response.writeHead(200, head);
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
