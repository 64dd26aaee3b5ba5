import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyOptional } from '../../../ui/lazy-optional.ts';
import { recentProducts } from './recent-products.ts';

const RecentRow = lazyOptional(() => import('./recent-row.tsx'));

/** Recently viewed products. Loaded near the viewport and never part of the cached page. */
export function RecentlyViewed({ except }: { except?: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    if (!container.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        setIds(recentProducts().filter((id) => id !== except));
      },
      { rootMargin: '800px' },
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [except]);
  return (
    <div ref={container}>
      {ids.length > 0 && (
        <Suspense>
          <RecentRow ids={ids} onForget={() => setIds([])} />
        </Suspense>
      )}
    </div>
  );
}
