import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** Renders dialogs with forms outside the surrounding form, because HTML forbids nested forms. */
export function OutsideForm({ children }: { children: ReactNode }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  // React bubbles events through the component tree, which would submit the surrounding form.
  return createPortal(<div onSubmit={(event) => event.stopPropagation()}>{children}</div>, document.body);
}
