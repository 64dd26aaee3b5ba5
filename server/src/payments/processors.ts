import type { Deps } from '../platform/deps.ts';
import type { Processor } from './processor.ts';
import { testProcessor } from './test-processor.ts';

export type ProcessorDeps = Pick<Deps, 'db'>;

/** Who takes new payments. */
export async function processorInUse(deps: ProcessorDeps): Promise<Processor> {
  return testProcessor(deps.db);
}

/** Whoever took a payment earlier looks after it to its end. */
export async function processorOf(
  deps: ProcessorDeps,
  _payment: { processor: Processor['name'] },
): Promise<Processor> {
  return testProcessor(deps.db);
}
