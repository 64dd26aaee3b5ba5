import type { ProductImport } from '@reprise/contract/moving-in/imports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { areImagesWaiting } from './import-labels.ts';

const shownFailures = 5;

/** Shows how many images were copied into the shop, and which could not be. */
export function ImportImages({ current }: { current: ProductImport }) {
  const { total, copied, failed } = current.images;
  if (total === 0) return null;
  const isRunning = areImagesWaiting(current);
  return (
    <section aria-label="Images" className="mb-4 rounded-tile border border-line bg-raised p-4 sm:p-5">
      <div role="status">
        <StatusDot tone={isRunning ? 'primary' : failed > 0 ? 'warn' : 'good'}>
          {isRunning ? 'Copying images' : failed > 0 ? 'Some images could not be copied' : 'Images copied'}
        </StatusDot>
      </div>
      <progress
        aria-label="Copying images"
        className="progress mt-3"
        value={copied + failed}
        max={Math.max(1, total)}
      />
      <p className="tabular mt-1 text-ink-muted text-sm">
        {formatCount(copied)} of {formatCount(total)} {total === 1 ? 'image' : 'images'}
        {failed > 0 && `, ${formatCount(failed)} failed`}
      </p>
      {failed > 0 && <Failures current={current} />}
    </section>
  );
}

function Failures({ current: { id, images } }: { current: ProductImport }) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: ['import', id, 'images', images.failed],
    queryFn: ({ signal }) =>
      api.listImportImages({ params: { id }, query: { state: 'failed', limit: shownFailures } }, { signal }),
  });
  const retry = useMutation({
    mutationFn: () => api.retryImportImages({ params: { id } }),
    onError: (error) => notify('error', messageOf(error, 'The images could not be copied again.')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['import', id] }),
  });
  const shown = list.data?.images ?? [];
  return (
    <div className="mt-3">
      <ul className="grid gap-2 text-sm">
        {shown.map(({ url, productId, productName, message }) => (
          <li key={productId + url}>
            <Link to={`/admin/products?edit=${productId}`} className="hover:underline">
              {productName || 'A deleted product'}
            </Link>
            <span className="wrap-anywhere block text-ink-muted">{url}</span>
            <span className="block text-bad-text">{message}</span>
          </li>
        ))}
      </ul>
      {list.isError && shown.length === 0 && (
        <p className="text-bad-text text-sm">{messageOf(list.error, 'The images could not be loaded.')}</p>
      )}
      {images.failed > shown.length && shown.length > 0 && (
        <p className="mt-2 text-ink-muted text-sm">
          And {formatCount(images.failed - shown.length)} more. They show the image of the other server until
          it is gone.
        </p>
      )}
      <Button className="mt-3" variant="outline" loading={retry.isPending} onClick={() => retry.mutate()}>
        Try again
      </Button>
    </div>
  );
}
