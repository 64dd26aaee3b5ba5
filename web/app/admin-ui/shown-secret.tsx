import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/forms/text-input.tsx';
import { notify } from '../ui/overlays/notify.ts';

type ShownSecretProps = {
  label: string;
  secret: string;
  /** Why it has to be copied now. */
  reason: string;
  /** How the other program uses it. */
  children: ReactNode;
  onClose: () => void;
};

/** A secret that is shown once, with a button that copies it. */
export function ShownSecret({ label, secret, reason, children, onClose }: ShownSecretProps) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify('success', `${label} copied.`),
      () => notify('error', `The browser did not copy the ${label.toLowerCase()}. Copy it from the field.`),
    );
  return (
    <div className="grid gap-4 text-sm">
      <p>{reason}</p>
      <TextInput
        label={label}
        className="font-mono"
        readOnly
        autoFocus
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <p className="text-ink-muted">{children}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={copy}>
          Copy {label.toLowerCase()}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
