import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import {
  maxMarksPerPhoto,
  photoEdit,
  photoViewLabels,
  type UnitPhoto,
  viewsOf,
} from '@reprise/contract/workshop/units/unit-photos';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { AdminPhoto } from './admin-photo.tsx';
import { MarkEditor } from './mark-editor.tsx';
import { PhotoMarks } from './photo-marks.tsx';

type PhotoDialogProps = {
  unitId: string;
  kind: DeviceKind;
  photos: UnitPhoto[];
  photo: UnitPhoto;
  isEditable: boolean;
  onSaved: () => void;
  onClose: () => void;
};

/** A photo in full, with its view, words, marks and publicity. */
export function PhotoDialog({ unitId, kind, photos, photo, isEditable, onSaved, onClose }: PhotoDialogProps) {
  const [deleting, setDeleting] = useState<UnitPhoto | null>(null);
  const label = photoViewLabels[photo.view];
  return (
    <Modal
      open
      onClose={onClose}
      size="xl"
      title={`${label}, photo ${photos.indexOf(photo) + 1} of ${photos.length}`}
    >
      {isEditable ? (
        <PhotoForm
          unitId={unitId}
          kind={kind}
          photos={photos}
          photo={photo}
          onSaved={onSaved}
          onClose={onClose}
          onDelete={() => setDeleting(photo)}
        />
      ) : (
        <div className="relative mx-auto w-fit">
          <AdminPhoto unitId={unitId} photo={photo} width={1080} className="max-h-[60vh] rounded-control" />
          <PhotoMarks marks={photo.marks} />
        </div>
      )}
      <DeleteDialog
        title="Delete photo"
        item={deleting}
        nameOf={() => label}
        remove={({ id }) => api.deleteUnitPhoto({ params: { id: unitId, photo: id } })}
        onDeleted={() => {
          notify('success', 'Photo deleted');
          onSaved();
          onClose();
        }}
        failedMessage={noResponse('retry')}
        onClose={() => setDeleting(null)}
      >
        {({ publicUrl }) => (
          <p>
            The photo is deleted permanently{publicUrl && ', and customers no longer see it'}. Its entry in
            the history stays.
          </p>
        )}
      </DeleteDialog>
    </Modal>
  );
}

type PhotoFormProps = Omit<PhotoDialogProps, 'isEditable'> & { onDelete: () => void };

function PhotoForm({ unitId, kind, photos, photo, onSaved, onClose, onDelete }: PhotoFormProps) {
  const form = useSavedForm({
    defaultValues: {
      view: photo.view,
      words: photo.words,
      isPublic: photo.publicUrl !== null,
      marks: photo.marks,
    },
    schema: photoEdit,
    save: (body) => api.updateUnitPhoto({ params: { id: unitId, photo: photo.id }, body }),
    done: 'Photo saved',
    invalidates: [],
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const { value: marks, onChange: setMarks } = form.choice('marks');
  return (
    <DialogForm
      form={form}
      onCancel={onClose}
      submitLabel="Save photo"
      submitDisabled={marks.some(({ name }) => name.trim() === '')}
      aside={
        <Button variant="ghost" onClick={onDelete}>
          Delete
        </Button>
      }
    >
      <div className="grid gap-5">
        <MarkEditor marks={marks} maxMarks={maxMarksPerPhoto} onChange={setMarks}>
          <AdminPhoto
            unitId={unitId}
            photo={photo}
            width={1080}
            className="block max-h-[52vh] rounded-control"
          />
        </MarkEditor>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="View"
            options={[...new Set([...viewsOf(kind), photo.view])].map((view) => [
              view,
              photoViewLabels[view],
            ])}
            {...form.field('view')}
          />
          <TextInput label="Words below the photo" maxLength={300} {...form.field('words')} />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-4">
          <Checkbox
            label="Public"
            hint="Customers see it on the product page and in the passport of the device."
            {...form.field('isPublic')}
          />
          <MoveButtons unitId={unitId} photos={photos} photo={photo} onSaved={onSaved} />
        </div>
      </div>
    </DialogForm>
  );
}

function MoveButtons({
  unitId,
  photos,
  photo,
  onSaved,
}: Pick<PhotoFormProps, 'unitId' | 'photos' | 'photo' | 'onSaved'>) {
  const index = photos.indexOf(photo);
  const move = useMutation({
    mutationFn: (to: number) => {
      const ids = photos.map(({ id }) => id).filter((id) => id !== photo.id);
      ids.splice(to, 0, photo.id);
      return api.orderUnitPhotos({ params: { id: unitId }, body: { ids } });
    },
    onSuccess: onSaved,
    onError: (error) => notifyFailure('The photo was not moved', error),
  });
  return (
    <div className="flex gap-2">
      <Button
        variant="outline"
        size="sm"
        disabled={index === 0 || move.isPending}
        onClick={() => move.mutate(index - 1)}
      >
        Move forward
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={index === photos.length - 1 || move.isPending}
        onClick={() => move.mutate(index + 1)}
      >
        Move back
      </Button>
    </div>
  );
}
