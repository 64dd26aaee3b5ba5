import { expect, test } from 'vitest';
import { idOfSigned, signedId } from './signed-id.ts';

test('what was signed gives its id for that purpose alone, with that secret, and whole', () => {
  const token = signedId('secret', 'newsletter', 'usr_1.2');
  expect(idOfSigned('secret', 'newsletter', token)).toBe('usr_1.2');
  expect(idOfSigned('secret', 'alert', token)).toBeNull();
  expect(idOfSigned('another', 'newsletter', token)).toBeNull();
  for (const wrong of ['', '.', 'usr_1', token.slice(0, -1), `${token}x`, token.replace('usr_1', 'usr_2')])
    expect(idOfSigned('secret', 'newsletter', wrong)).toBeNull();
});
