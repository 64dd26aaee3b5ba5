import { createServer } from 'node:http';

// A server of its own process that answers with so many bytes and does nothing else: the limit to compare with.

const [port, bytes, type] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes), 'x');
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': type ?? 'text/plain', 'content-length': body.length });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
