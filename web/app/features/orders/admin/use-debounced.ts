import { useEffect, useState } from 'react';

const settlesAfterMs = 250;

/** What was typed, once the typing pauses. */
export function useDebounced(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
