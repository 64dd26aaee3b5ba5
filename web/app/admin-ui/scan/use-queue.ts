import { useRef, useState } from 'react';

/**
 * Runs work in the order in which it was added, one after the other: a scanner sends the next code before the answer to
 * this one. A failure is reported and does not stop what follows.
 */
export function useQueue(onFailure: (error: unknown) => void) {
  const [waiting, setWaiting] = useState(0);
  const last = useRef(Promise.resolve());
  const enqueue = (work: () => Promise<void>) => {
    setWaiting((count) => count + 1);
    last.current = last.current
      .then(work)
      .catch(onFailure)
      .finally(() => setWaiting((count) => count - 1));
  };
  return { enqueue, isBusy: waiting > 0 };
}
