import type { EditedGrading } from '@reprise/contract/catalog/grading/edited-grading';
import { Link } from 'react-router';
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
        {grading.sentBack > 0 && (
          <p className="rounded-control bg-warn-tint p-3 font-medium">
            {grading.sentBack === 1
              ? 'A device that is ready or on sale does not meet them: it goes back to the bench.'
              : `${formatCount(grading.sentBack)} devices that are ready or on sale do not meet them: they go back to the bench.`}{' '}
            The stock falls with those on sale.
          </p>
        )}
        <EndedPromises {...grading.endedPromises} />
      </div>
    </Modal>
  );
}

/** Names the products whose battery promise ends, because they state less than their grade promises from then on. */
function EndedPromises({ count, names }: EditedGrading['endedPromises']) {
  if (count === 0) return null;
  const rest = count - names.length;
  return (
    <div className="rounded-control bg-warn-tint p-3">
      <p className="font-medium">
        {count === 1
          ? 'A product states less battery health than these grades promise.'
          : `${formatCount(count)} products state less battery health than these grades promise.`}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat and the list does not change
          <li key={index}>{name}</li>
        ))}
        {rest > 0 && <li>and {formatCount(rest)} more</li>}
      </ul>
      <p className="mt-2">
        They stay on sale and show no battery health until you correct them. You find them in{' '}
        <Link className="text-link underline" to="/admin/products?show=below-grade">
          Products, Battery below its grade
        </Link>
        .
      </p>
    </div>
  );
}
