import type { Unit } from '@reprise/contract/workshop/units/unit';
import {
  type PhotoView,
  photoViewLabels,
  type UnitPhoto,
  viewsOf,
} from '@reprise/contract/workshop/units/unit-photos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NotLoaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { useSendPhotos } from '../../../api/use-send-photos.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { PhotoUploads } from '../../../ui/forms/photo-uploads.tsx';
import { Camera, ImagePlus, Smartphone } from '../../../ui/icons/lucide.tsx';
import { AdminPhoto } from './admin-photo.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { PhotoDialog } from './photo-dialog.tsx';

/** Interval of looking for photos from a phone. */
const pollMs = 3000;

const photosKey = (unitId: string) => ['units', 'photos', unitId];

/** Photos of a unit: those that are there, and the views that are missing. */
export function PhotoPanel({ unit }: { unit: Unit }) {
  const can = usePermissions();
  const queries = useQueryClient();
  const [phone, setPhone] = useState({ isOpen: false, until: 0 });
  const photos = useQuery({
    queryKey: photosKey(unit.id),
    queryFn: ({ signal }) => api.listUnitPhotos({ params: { id: unit.id } }, { signal }),
    select: ({ photos }) => photos,
    refetchInterval: () => Date.now() < phone.until && pollMs,
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['units'] });
  const { uploads, start, retry, dismiss } = useSendPhotos<PhotoView>({
    pathOf: (photo) => `/units/${unit.id}/photos?${new URLSearchParams(photo)}`,
    onSent: refresh,
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const { data } = photos;
  if (!data) return <NotLoaded query={photos} failed="The photos could not be loaded" skeleton="h-24" />;
  const isEditable = can('units.bench');
  const shown = new Set([...data, ...uploads].map(({ view }) => view));
  const missing = viewsOf(unit.model.kind).filter((view) => !shown.has(view));
  const open = data.find(({ id }) => id === openId) ?? null;
  return (
    <div className="grid gap-4">
      {data.length > 0 && <PhotoTiles unit={unit} photos={data} onOpen={setOpenId} />}
      {data.length === 0 && (
        <p className="text-ink-muted text-sm">
          No photos yet. They are private until you make them public, one by one.
        </p>
      )}
      <PhotoUploads
        uploads={uploads}
        nameOf={(view) => photoViewLabels[view]}
        onRetry={retry}
        onDismiss={dismiss}
      />
      {isEditable && (
        <AddPhotos missing={missing} onChosen={start} onPhone={() => setPhone({ ...phone, isOpen: true })} />
      )}
      {phone.isOpen && (
        <PhoneDialog
          unitId={unit.id}
          onTicket={(until) => setPhone((now) => ({ ...now, until }))}
          onClose={() => setPhone((now) => ({ ...now, isOpen: false }))}
        />
      )}
      {open && (
        <PhotoDialog
          key={open.id}
          unitId={unit.id}
          kind={unit.model.kind}
          photos={data}
          photo={open}
          isEditable={isEditable}
          onSaved={refresh}
          onClose={() => setOpenId(null)}
        />
      )}
    </div>
  );
}

type PhotoTilesProps = { unit: Unit; photos: UnitPhoto[]; onOpen: (id: string) => void };

function PhotoTiles({ unit, photos, onOpen }: PhotoTilesProps) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6" aria-label="Photos">
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <button
            type="button"
            className="group block w-full text-left"
            aria-label={`Photo ${index + 1}, ${photoViewLabels[photo.view]}, ${photo.publicUrl ? 'public' : 'private'}`}
            onClick={() => onOpen(photo.id)}
          >
            <span className="relative block overflow-hidden rounded-tile border border-line bg-sunken group-hover:border-line-strong">
              <AdminPhoto
                unitId={unit.id}
                photo={photo}
                width={320}
                className="aspect-square w-full object-cover"
              />
              {photo.marks.length > 0 && (
                <span className="absolute right-1.5 bottom-1.5">
                  <Badge>{photo.marks.length === 1 ? '1 mark' : `${photo.marks.length} marks`}</Badge>
                </span>
              )}
            </span>
            <span className="mt-1.5 flex flex-wrap items-center justify-between gap-1 text-sm">
              <span className="font-medium">{photoViewLabels[photo.view]}</span>
              <Badge tone={photo.publicUrl ? 'good' : 'neutral'}>
                {photo.publicUrl ? 'Public' : 'Private'}
              </Badge>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type AddPhotosProps = {
  missing: PhotoView[];
  onChosen: (files: File[], view: PhotoView) => void;
  onPhone: () => void;
};

/** Buttons for the views that are missing; on a phone each opens the camera. */
function AddPhotos({ missing, onChosen, onPhone }: AddPhotosProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const view = useRef<PhotoView>('detail');
  const choose = (next: PhotoView, files: 'one' | 'several') => {
    view.current = next;
    if (!chooser.current) return;
    chooser.current.multiple = files === 'several';
    chooser.current.click();
  };
  return (
    <div className="flex flex-wrap gap-2">
      {missing.map((next) => (
        <Button key={next} variant="outline" size="sm" onClick={() => choose(next, 'one')}>
          <Camera className="size-4" aria-hidden="true" />
          {photoViewLabels[next]}
        </Button>
      ))}
      <Button variant="outline" size="sm" onClick={() => choose('detail', 'several')}>
        <ImagePlus className="size-4" aria-hidden="true" />
        Add photos
      </Button>
      <Button variant="outline" size="sm" onClick={onPhone}>
        <Smartphone className="size-4" aria-hidden="true" />
        Use a phone
      </Button>
      <input
        ref={chooser}
        type="file"
        accept="image/*,.heic,.heif"
        hidden
        aria-label="Photos to add"
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])], view.current);
          event.target.value = '';
        }}
      />
    </div>
  );
}
