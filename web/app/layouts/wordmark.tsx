import { StoreLogo } from '../foundations/settings/store-logo.tsx';
import { useStoreName, useStoreSettings } from '../foundations/settings/store-settings.ts';

/** Logo of the store, or its name with a repeat sign. */
export function Wordmark() {
  const name = useStoreName();
  const { logo, darkMode = false } = useStoreSettings() ?? {};
  if (logo) return <StoreLogo logo={logo} name={name} scheme={darkMode ? 'dark' : 'both'} />;
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-lg tracking-tight">
      <svg viewBox="0 0 24 24" className="size-6 shrink-0" fill="none" strokeWidth="2.1" aria-hidden="true">
        <path d="M5 6.5h8.5a5.25 5.25 0 0 1 0 10.5H6.5" className="stroke-ink" strokeLinecap="round" />
        <path
          d="m9.5 13.2-3.8 3.8 3.8 3.8"
          className="stroke-primary-text"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {name}
    </span>
  );
}
