import type { ReactNode } from 'react';

type AuthFrameProps = {
  title: string;
  /** Sentence below the title. */
  lead: ReactNode;
  children: ReactNode;
};

/** Narrow layout of the sign-in forms. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <div className="page-width py-10 sm:py-16">
      <div className="mx-auto max-w-sm">
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-2 text-ink-muted">{lead}</p>
        <div className="mt-8">{children}</div>
      </div>
    </div>
  );
}
