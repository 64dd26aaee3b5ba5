import { useEffect, useState } from 'react';

const debounceMs = 250;

/** Returns the text after a pause in typing. */
export function useDebounced(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
