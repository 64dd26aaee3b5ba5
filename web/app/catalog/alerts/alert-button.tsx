import type { AlertKind } from '@reprise/contract/catalog/alerts';
import type { Product } from '@reprise/contract/catalog/products/product';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { browserStorage } from '../../browser/browser-storage.ts';
import { useAuth } from '../../session/auth-store.ts';
import type { ActiveAlert } from './find-active-alert.ts';

const AlertDialog = lazy(() => import('./alert-dialog.tsx'));

type AlertButtonProps = {
  product: Product;
  kind: AlertKind;
  className: string;
  icon: ReactNode;
  children: string;
};

/** Opens the form for a back-in-stock or price alert, loaded on demand, and says if the alert is set. */
export function AlertButton({ product, kind, className, icon, children }: AlertButtonProps) {
  const [open, setOpen] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const [alert, setAlert] = useActiveAlert(product, kind);
  const openDialog = () => {
    setIsLoaded(true);
    setOpen(true);
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={openDialog} className={className}>
        {icon}
        {!alert ? children : kind === 'price-drop' ? 'Price alert set' : 'Stock alert set'}
      </button>
      {isLoaded && (
        <Suspense>
          <AlertDialog
            open={open}
            product={product}
            kind={kind}
            alert={alert}
            onChange={setAlert}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Looks the alert up for customers, and for guests who have set one in this browser. */
function useActiveAlert(product: Product, kind: AlertKind) {
  const [alert, setAlert] = useState<ActiveAlert>();
  const userId = useAuth((state) => state.user?.id);
  useEffect(() => {
    let isCurrent = true;
    setAlert(undefined);
    if (userId || browserStorage().getItem('guest-alerts')) {
      void import('./find-active-alert.ts')
        .then(({ findActiveAlert }) => findActiveAlert(product, kind))
        // Without a response the alert is offered; setting it twice sends one mail.
        .then(
          (found) => isCurrent && setAlert(found),
          () => {},
        );
    }
    return () => {
      isCurrent = false;
    };
  }, [product, kind, userId]);
  return [alert, setAlert] as const;
}
