// Zod tries whether it may compile its schemas. The Content-Security-Policy says no, and each try would be reported
// as a violation of it. Read by every copy of zod when it is asked for its first schema; the server compiles.
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
