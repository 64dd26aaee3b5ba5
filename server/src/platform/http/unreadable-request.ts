import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@reprise/contract/problem';
import { newId } from '../database/new-id.ts';
import { problemBody } from './answer.ts';
import { closedPolicy } from './security-headers.ts';

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Writes the response to a request that Node cannot parse, that is too slow, or whose headers are too large. Such a
 * request reaches no route and no hook, so the body and the headers of other error responses are repeated here.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const body = problemBody(new Problem('VALIDATION_ERROR', 'The request could not be read.'), newId('req'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${closedPolicy}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
