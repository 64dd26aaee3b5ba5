import { useRef } from 'react';

/** Usual time between two keys of a scanner, also of a slow one; fingers are slower over a whole code. */
export const scannerKeyMs = 60;

/** Tells a scanner from fingers by the median time between keys, which a page that stalls once does not change. */
export function useKeySpeed() {
  const times = useRef<number[]>([]);
  return {
    /** Adds a key; the first one of a code starts the list. */
    note: (timeStamp: number, isFirst: boolean) => {
      times.current = isFirst ? [timeStamp] : [...times.current, timeStamp];
    },
    /** `endedAt`: time of the Enter behind the last key. */
    isScanner: (endedAt: number): boolean => {
      const all = [...times.current, endedAt];
      const gaps = all.slice(1).map((time, index) => time - (all[index] ?? 0));
      return (gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0) < scannerKeyMs;
    },
  };
}
