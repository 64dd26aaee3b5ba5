import type { EditedGrading } from '@reprise/contract/grading/edited-grading';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { useGradingEdit } from './use-grading-edit.ts';

type PublishDialogProps = {
  grading: EditedGrading;
  publishing: ReturnType<typeof useGradingEdit>['publishing'];
  open: boolean;
  onClose: () => void;
};

/** Says what a publication changes, and publishes. */
export function PublishDialog({ grading, publishing, open, onClose }: PublishDialogProps) {
  const graded = grading.graded.reduce((sum, { count }) => sum + count, 0);
  const close = () => {
    publishing.reset();
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={close}
      size="sm"
      title="Publish grades and tests"
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            loading={publishing.isPending}
            onClick={() => publishing.mutate(undefined, { onSuccess: onClose })}
          >
            Publish
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        {publishing.isError && <FormFailure>{messageOf(publishing.error, noResponse('retry'))}</FormFailure>}
        <p>The page Grades and tests and the bench show the new version at once.</p>
        <p>
          {graded === 0
            ? 'No device in hand was graded under an earlier version.'
            : `${formatCount(graded)} ${graded === 1 ? 'device' : 'devices'} in hand keep the grade, the words and the tests of the version they were graded under.`}
        </p>
      </div>
    </Modal>
  );
}
