import type { AlertKind } from '@reprise/contract/alerts';
import type { Product } from '@reprise/contract/catalog/product';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const AlertDialog = lazy(() => import('./alert-dialog.tsx'));

type AlertButtonProps = { product: Product; kind: AlertKind; className: string; children: ReactNode };

/** Opens the form for a back-in-stock or price alert, which is loaded on demand. */
export function AlertButton({ product, kind, className, children }: AlertButtonProps) {
  const [open, setOpen] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const openDialog = () => {
    setIsLoaded(true);
    setOpen(true);
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={openDialog} className={className}>
        {children}
      </button>
      {isLoaded && (
        <Suspense>
          <AlertDialog open={open} product={product} kind={kind} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
