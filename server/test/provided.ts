/** What the preparation of a test project hands to its test files. */
export type TestDatabaseSource =
  | { kind: 'embedded'; dump: string }
  | { kind: 'postgres'; url: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseSource;
  }
}
