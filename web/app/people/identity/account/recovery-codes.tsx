import { Button, buttonClass } from '../../../ui/button.tsx';
import { Copy, Download } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Shown once. Each code signs in once instead of an authenticator code, so the customer must save them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('success', 'Recovery codes copied.');
    } catch {
      notify('error', 'The browser did not allow copying. Write the codes down or download them.');
    }
  };
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        Save these recovery codes somewhere you can reach without your phone. Each one signs you in once. They
        are not shown again.
      </p>
      <ul className="tabular grid gap-x-6 gap-y-1 rounded-control bg-sunken px-4 py-3 text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap font-medium">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          <Copy className="size-4" aria-hidden="true" />
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <Download className="size-4" aria-hidden="true" />
          Download
        </a>
      </div>
    </div>
  );
}
