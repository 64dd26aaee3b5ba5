import type { DeskHabit } from '@reprise/contract/workshop/receiving/desk-habit';
import { browserStorage } from '../../../../browser/browser-storage.ts';

const name = 'receive-habits';
const maxModels = 100;

type Habits = Record<string, DeskHabit>;

/** Returns what this browser has learned of the devices of a model; null before the first one. */
export const readHabit = (modelKey: string): DeskHabit | null => readAll()[modelKey] ?? null;

/** Remembers the habit for the next run of the model; the model used longest ago makes room. */
export function storeHabit(modelKey: string, habit: DeskHabit): void {
  const { [modelKey]: _known, ...others } = readAll();
  const kept = Object.entries(others).slice(-(maxModels - 1));
  browserStorage().setItem(name, JSON.stringify({ ...Object.fromEntries(kept), [modelKey]: habit }));
}

function readAll(): Habits {
  const stored = browserStorage().getItem(name);
  try {
    const habits: unknown = JSON.parse(typeof stored === 'string' ? stored : '{}');
    return habits !== null && typeof habits === 'object' ? (habits as Habits) : {};
  } catch {
    return {};
  }
}
