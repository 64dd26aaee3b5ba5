import { useEffect } from 'react';

/** Reports a paid order to the search report, once it is known. */
export function useReportPurchase(order: { orderId: string; accessToken: string | null } | undefined): void {
  const { orderId: id, accessToken = null } = order ?? {};
  useEffect(() => {
    if (id === undefined) return;
    void import('./search-reporting.ts').then(({ reportPurchase }) => reportPurchase({ id, accessToken }));
  }, [id, accessToken]);
}
