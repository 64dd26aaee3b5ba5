import { useState } from 'react';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';

type Answer = { kind: 'same' | 'other' } | { kind: 'failed'; message: string };

/** Compares the end of a serial number or IMEI with the device, without showing either. */
export function MatchForm({ token }: { token: string }) {
  const [ending, setEnding] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const compare = async () => {
    setIsBusy(true);
    try {
      const { api } = await import('../../api/browser-api.ts');
      const { matches } = await api.matchPassport({ params: { token }, body: { ending } });
      setAnswer({ kind: matches ? 'same' : 'other' });
    } catch (error) {
      setAnswer({ kind: 'failed', message: messageOf(error, noResponse('retry')) });
    }
    setIsBusy(false);
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void compare();
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <TextInput
          label="Last 6 characters of its serial number or IMEI"
          hint="In the settings of the device, under About; on a phone also by dialing *#06#."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          fieldClassName="min-w-56 flex-1"
          value={ending}
          error={answer?.kind === 'failed' ? answer.message : undefined}
          onChange={(event) => {
            setEnding(event.target.value);
            setAnswer(null);
          }}
        />
        <Button type="submit" size="lg" loading={isBusy}>
          Check my device
        </Button>
      </div>
      <p role="status" className={answer?.kind === 'same' ? 'text-good-text' : 'text-warn-text'}>
        {answer?.kind === 'same' && 'Yes. This passport belongs to your device.'}
        {answer?.kind === 'other' && 'No. These characters belong to another device.'}
      </p>
    </form>
  );
}
