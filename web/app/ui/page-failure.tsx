import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ErrorState } from './error-state.tsx';

/** Shown for a page whose loaders failed; trying again runs them. */
export function PageFailure({ title, children }: { title: string; children?: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <ErrorState title={title} onRetry={() => void revalidate()} retrying={state === 'loading'}>
      {children}
    </ErrorState>
  );
}
