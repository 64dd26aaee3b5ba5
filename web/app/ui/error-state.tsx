import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from './button.tsx';
import { UnpluggedDrawing } from './drawings/unplugged-drawing.tsx';

type ErrorStateProps = {
  title: string;
  onRetry: () => void;
  retrying?: boolean;
  retryLabel?: string;
  action?: ReactNode;
  children?: ReactNode;
};

/** Shown for content that failed to load. */
export function ErrorState({
  title,
  onRetry,
  retrying,
  retryLabel = 'Try again',
  action,
  children,
}: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-4 py-14 text-center">
      <div className="mb-3">
        <UnpluggedDrawing />
      </div>
      <h2 className="text-lg">{title}</h2>
      {children && <div className="max-w-[44ch] text-ink-muted text-sm">{children}</div>}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button variant="outline" onClick={onRetry} loading={retrying ?? false}>
          {retryLabel}
        </Button>
        {action}
      </div>
    </div>
  );
}

/** Shown for a page whose loaders failed; trying again runs them. */
export function PageFailure({ title, children }: { title: string; children?: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <ErrorState title={title} onRetry={() => void revalidate()} retrying={state === 'loading'}>
      {children}
    </ErrorState>
  );
}
