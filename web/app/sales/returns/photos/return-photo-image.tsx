import { type ReturnPhoto, returnPhotoEndpoints } from '@reprise/contract/sales/returns/return-photos';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../../api/browser-api.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { OrderAccess } from '../return-access.ts';

type ReturnPhotoImageProps = {
  orderId: string;
  photo: Pick<ReturnPhoto, 'id'>;
  access: OrderAccess;
  width: number;
  alt: string;
  className?: string;
};

/** Private photo of a return: an image element sends no token, so the file is read by a call. */
export function ReturnPhotoImage({ orderId, photo, access, width, alt, className }: ReturnPhotoImageProps) {
  const [url, setUrl] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const { id } = photo;
  const { orderToken } = access;
  useEffect(() => {
    const aborter = new AbortController();
    let created: string | undefined;
    const load = async () => {
      const input = { params: { id: orderId, photo: id }, query: { width } };
      const options = orderToken === undefined ? {} : { orderToken };
      const file = await fetchFile(returnPhotoEndpoints.readReturnPhoto, input, {
        ...options,
        signal: aborter.signal,
      });
      const blob = await file.blob();
      if (aborter.signal.aborted) return;
      created = URL.createObjectURL(blob);
      setUrl(created);
      setMissing(false);
    };
    load().catch(() => setMissing(!aborter.signal.aborted));
    return () => {
      aborter.abort();
      if (created) URL.revokeObjectURL(created);
    };
  }, [orderId, id, width, orderToken]);
  if (url) return <img src={url} alt={alt} className={className} />;
  return (
    <span className={classNames('grid place-items-center bg-sunken text-ink-muted text-xs', className)}>
      {isMissing && 'The photo did not load'}
    </span>
  );
}
