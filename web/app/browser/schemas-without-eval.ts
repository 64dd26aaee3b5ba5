// Zod tests whether it may compile schemas with `eval`. The Content-Security-Policy forbids that, and each
// test would be reported as a violation; the server compiles.
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
