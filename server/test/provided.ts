/** Values that the set-up of a test project provides to its test files. */
export type TestDatabaseSource =
  | { kind: 'embedded'; dump: string }
  | { kind: 'postgres'; url: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseSource;
  }
}
