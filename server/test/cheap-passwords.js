import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// The API tests sign in thousands of times, 30 ms each at the real cost, with which `password-hash.test.ts` runs.
const cheap = { memory: 64, passes: 1 };
const { argon2, argon2Sync } = crypto;
crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, { ...parameters, ...cheap }, callback);
crypto.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, { ...parameters, ...cheap });
syncBuiltinESMExports();
