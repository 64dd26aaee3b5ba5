import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(
    createLog('info', {
      write: (line: string) => {
        text += line;
      },
    }),
  );
  return text;
}

test('an entry is one JSON line with level, time and message', () => {
  const line = JSON.parse(logged((log) => log.info({ requestId: 'r1' }, 'hello')));
  expect(line).toMatchObject({ level: 'info', requestId: 'r1', msg: 'hello' });
  expect(new Date(line.time).getTime()).toBeGreaterThan(0);
});

test('secrets in requests and bodies are redacted', () => {
  const text = logged((log) =>
    log.info({
      req: { headers: { authorization: 'Bearer hunter2', cookie: 'hunter2', 'set-cookie': 'hunter2' } },
      body: { password: 'hunter2', newPassword: 'hunter2', token: 'hunter2' },
      password: 'hunter2',
      accessToken: 'hunter2',
    }),
  );
  expect(text).toContain('[hidden]');
  expect(text).not.toContain('hunter2');
});

test('a failed query is logged with statement and cause but without parameters', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
  const error = new Error('Failed query: insert into users\nparams: ann@shop.test,\nsecond line of a value', {
    cause,
  });
  const text = logged((log) => log.error({ err: error }));
  expect(text).not.toContain('ann@shop.test');
  expect(text).not.toContain('second line');
  expect(JSON.parse(text).err).toMatchObject({
    message: 'Failed query: insert into users',
    cause: { code: '23505' },
  });
  expect(JSON.parse(text).err.stack).toContain('log.test.ts');
});

test('an error copied into a plain object by the job queue is logged like an error', () => {
  const { message, stack } = new Error('Failed query: select 1\nparams: ann@shop.test');
  const text = logged((log) => log.error({ err: { message, stack, code: '57P01' } }, 'job queue error'));
  expect(JSON.parse(text).err).toMatchObject({ message: 'Failed query: select 1', code: '57P01' });
  expect(text).toContain('log.test.ts');
  expect(text).not.toContain('ann@shop.test');
});
