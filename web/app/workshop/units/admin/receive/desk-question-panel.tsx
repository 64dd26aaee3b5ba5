import { type DeskQuestion, isAnsweredByEye } from '@reprise/contract/workshop/receiving/desk-state';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { Button } from '../../../../ui/button.tsx';
import { Check } from '../../../../ui/icons/lucide.tsx';
import type { useReceive } from './use-receive.ts';

type DeskQuestionPanelProps = {
  receive: ReturnType<typeof useReceive>;
  then: (act: () => void) => () => void;
};

/** The question that stops the desk, with the numbers it is about. Several are answered by scanning them again. */
export function DeskQuestionPanel({ receive, then }: DeskQuestionPanelProps) {
  const { returning, arriving } = receive;
  const question = receive.desk?.question ?? null;
  if (!question && !returning && !arriving) return null;
  const isByEye = returning !== null || arriving !== null || (question !== null && isAnsweredByEye(question));
  return (
    <section
      aria-label="Question"
      className="grid gap-3 rounded-tile border-2 border-warn bg-raised px-5 py-4 text-base"
    >
      {question && (
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
          {question.numbers.map(({ kind, value }) => (
            <div key={value} className="contents">
              <dt className="text-ink-muted text-sm">{identifierLabels[kind]}</dt>
              <dd className="tabular wrap-anywhere flex items-center gap-2 font-semibold text-lg">
                {value}
                {question.confirmed.includes(value) && (
                  <Check className="size-5 text-good-text" aria-label="Scanned again" />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p>{arriving ? arrivalAdvice : adviceOf(question, isByEye)}</p>
      <div className="flex flex-wrap gap-2">
        {isByEye && (
          <Button onClick={then(receive.yes)}>
            {arriving ? 'It came back' : returning ? 'Another purchase' : 'Yes, it is'}{' '}
            <kbd className="ms-2 text-sm max-sm:hidden">Ctrl Enter</kbd>
          </Button>
        )}
        {arriving && (
          <Button variant="outline" onClick={then(receive.buy)}>
            Bought from its buyer
          </Button>
        )}
        <Button variant="outline" onClick={then(receive.no)}>
          {returning || arriving ? 'Put aside' : 'No'} <kbd className="ms-2 text-sm max-sm:hidden">Esc</kbd>
        </Button>
      </div>
    </section>
  );
}

const arrivalAdvice =
  'A device that came back waits with its order for the refund. One that you bought is another purchase.';

function adviceOf(question: DeskQuestion | null, isByEye: boolean): string {
  if (!question) return 'Receive it as another purchase, or put it aside and bring it back on its page.';
  if (question.about === 'typed') return 'Type the number once more.';
  if (isByEye) return 'Compare it with the device in your hand.';
  return question.about === 'received'
    ? 'Take the device before and scan its numbers again. If one differs, press Escape.'
    : 'Scan the numbers of the device in your hand again, one after the other.';
}
