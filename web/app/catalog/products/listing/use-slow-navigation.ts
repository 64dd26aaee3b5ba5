import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

const slowAfterMs = 200;

/** True once a navigation to this path takes long enough to be noticed; fast ones show no skeleton. */
export function useSlowNavigation(pathname: string): boolean {
  const { location } = useNavigation();
  const pending = location?.pathname === pathname;
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [pending]);
  return isSlow;
}
