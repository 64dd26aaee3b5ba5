import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';

/** Link of a draft for its customer, to be copied. */
export function LinkToPay({ link }: { link: string }) {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => notify('success', 'Link copied'),
      () => notify('error', 'The browser did not copy it. Select the link and copy it yourself.'),
    );
  return (
    <div className="flex items-end gap-2">
      <TextInput
        label="Link to pay"
        fieldClassName="min-w-0 flex-1"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <Button variant="outline" aria-label="Copy link" onClick={copy}>
        Copy
      </Button>
    </div>
  );
}
