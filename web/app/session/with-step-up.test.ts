import { Problem } from '@reprise/contract/problem';
import { expect, test } from 'vitest';
import { withStepUp } from './with-step-up.ts';

const stepUpRequired = () => new Problem('STEP_UP_REQUIRED', 'Confirm that it is you to continue.');

/** Creates a call that fails until the user has stepped up. */
function guardedCall() {
  const state = { proved: false, sent: 0, opened: 0 };
  const send = async () => {
    state.sent++;
    if (!state.proved) throw stepUpRequired();
    return 'done';
  };
  const open = (answer: boolean) => async () => {
    state.opened++;
    await Promise.resolve();
    state.proved = answer;
    return answer;
  };
  return { state, send, open };
}

test('concurrent calls share one dialog and are repeated once', async () => {
  const { state, send, open } = guardedCall();
  const answers = await Promise.all([1, 2, 3].map(() => withStepUp(send, open(true))));
  expect(answers).toEqual(['done', 'done', 'done']);
  expect(state).toEqual({ proved: true, sent: 6, opened: 1 });
});

test('a cancelled dialog throws the Problem; the next call opens another', async () => {
  const { state, send, open } = guardedCall();
  await expect(withStepUp(send, open(false))).rejects.toThrow('Confirm that it is you');
  expect(state.sent).toBe(1);
  expect(await withStepUp(send, open(true))).toBe('done');
  expect(state.opened).toBe(2);
});

test('other Problems open no dialog', async () => {
  const { state, open } = guardedCall();
  const forbidden = async () => {
    throw new Problem('FORBIDDEN', 'No');
  };
  await expect(withStepUp(forbidden, open(true))).rejects.toThrow('No');
  expect(state.opened).toBe(0);
});
