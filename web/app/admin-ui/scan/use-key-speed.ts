import { useRef } from 'react';

/** Longest time between two keys of a scanner, also of a slow one; fingers are slower over a whole code. */
const scannerKeyMs = 60;

/** Tells a scanner from fingers by the time between the first key and the Enter behind the last one. */
export function useKeySpeed() {
  const firstKeyAt = useRef(0);
  return {
    start: (timeStamp: number) => {
      firstKeyAt.current = timeStamp;
    },
    isScanner: (typed: string, timeStamp: number): boolean =>
      (timeStamp - firstKeyAt.current) / typed.length < scannerKeyMs,
  };
}
