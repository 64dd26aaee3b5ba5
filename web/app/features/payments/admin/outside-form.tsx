import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** Dialogs with forms of their own, opened from inside a form: they stand outside of it in the page. */
export function OutsideForm({ children }: { children: ReactNode }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  // React passes events on to the form that rendered this, wherever it stands in the page.
  return createPortal(<div onSubmit={(event) => event.stopPropagation()}>{children}</div>, document.body);
}
