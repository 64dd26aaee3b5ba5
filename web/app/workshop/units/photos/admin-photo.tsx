import {
  type PhotoView,
  photoViewLabels,
  unitPhotoEndpoints,
} from '@reprise/contract/workshop/units/unit-photos';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../../api/browser-api.ts';
import { classNames } from '../../../ui/class-names.ts';

type AdminPhotoProps = {
  unitId: string;
  photo: { id: string; view: PhotoView };
  width: number;
  className?: string;
};

/** A photo of a unit, also a private one: an image element sends no token, so the file is read by a call. */
export function AdminPhoto({ unitId, photo: { id, view }, width, className }: AdminPhotoProps) {
  const { data, isError } = useQuery({
    queryKey: ['unit-photo', id, width],
    queryFn: async ({ signal }) => {
      const params = { id: unitId, photo: id };
      return (
        await fetchFile(unitPhotoEndpoints.readUnitPhoto, { params, query: { width } }, { signal })
      ).blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useObjectUrl(data);
  if (url) return <img src={url} alt={photoViewLabels[view]} className={className} />;
  return (
    <span className={classNames('grid place-items-center bg-sunken text-ink-faint text-xs', className)}>
      {isError ? 'The photo did not load' : ''}
    </span>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return url;
}
