import { useEffect, useRef } from 'react';

/**
 * Ref that is set while the browser leaves for a payment page. A page that the back/forward cache restores is then loaded
 * again; it would otherwise wait forever.
 */
export function useIsLeaving(): { current: boolean } {
  const leaving = useRef(false);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && leaving.current) window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  return leaving;
}
