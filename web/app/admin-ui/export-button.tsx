import type { CallInput, Endpoint } from '@reprise/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../api/browser-api.ts';
import { messageOf } from '../api/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Download } from '../ui/icons/lucide.tsx';
import { notify } from '../ui/overlays/notify.ts';

type ExportButtonProps<E extends Endpoint> = {
  endpoint: E;
  input: CallInput<E>;
  label?: string;
  size?: 'sm' | 'md';
};

/** Downloads a whole list or table as CSV. */
export function ExportButton<E extends Endpoint>({
  endpoint,
  input,
  label = 'Export list',
  size = 'md',
}: ExportButtonProps<E>) {
  const saving = useMutation({
    mutationFn: () => saveFile(endpoint, input),
    onError: (error) => notify('error', messageOf(error, 'The export failed. Please try again.')),
  });
  return (
    <Button
      variant={size === 'sm' ? 'ghost' : 'outline'}
      size={size}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      <Download className="size-4" aria-hidden="true" />
      {label}
    </Button>
  );
}
