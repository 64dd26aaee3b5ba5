import {
  type ReportToolEdit,
  reportFieldLabels,
  reportFields,
} from '@reprise/contract/workshop/units/report-tools';
import type { FileOutcome } from '@reprise/contract/workshop/units/test-reports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../../api/error-message.ts';
import { formatCount } from '../../../../../formats.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Select } from '../../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../../ui/forms/text-input.tsx';
import { ProblemBox } from '../../../../../ui/problem-box.tsx';

type ReportQuestionsProps = {
  tool: string;
  outcome: FileOutcome;
  /** Called with an answer that is not remembered yet. */
  onAnswer: () => void;
  onRemembered: () => void;
};

const reportsOf = (count: number) => `In ${formatCount(count)} ${count === 1 ? 'report' : 'reports'}`;
const maxTests = 30;

/** Questions of the file, answered once for a tool, and the meaning of its columns. */
export function ReportQuestions({ tool, outcome, onAnswer, onRemembered }: ReportQuestionsProps) {
  const { questions, columns } = outcome;
  const [edit, keepEdit] = useState<ReportToolEdit>({});
  const setEdit = (next: ReportToolEdit) => {
    keepEdit(next);
    onAnswer();
  };
  const remembering = useMutation({
    mutationFn: () =>
      api.updateReportTool({
        body: { ...edit, tool, tests: answered(edit.tests), grades: answered(edit.grades) },
      }),
    onSuccess: onRemembered,
  });
  const failed = questions.tests.filter(({ failed }) => failed > 0);
  const isAsked =
    questions.grades.length + failed.length + questions.dates.length > 0 || questions.erasureMethod;
  return (
    <div className="grid gap-4">
      {isAsked && (
        <section aria-label="Questions" className="grid gap-3 rounded-control bg-warn-tint p-4">
          <h3 className="font-medium text-sm">Answer once for {tool}</h3>
          <Grades questions={questions} edit={edit} onEdit={setEdit} />
          <Tests tests={failed} edit={edit} onEdit={setEdit} />
          {questions.dates.length > 0 && (
            <Select
              label={`Dates such as ${questions.dates[0]}`}
              value={edit.dateOrder ?? ''}
              onChange={({ target }) =>
                setEdit({ ...edit, dateOrder: target.value as NonNullable<ReportToolEdit['dateOrder']> })
              }
              options={{ '': 'Choose', 'day-first': 'Day first', 'month-first': 'Month first' }}
            />
          )}
          {questions.erasureMethod && (
            <TextInput
              label="Method of its erasures"
              hint="Its reports do not name it, such as “PRNG stream, 1 pass”."
              maxLength={100}
              value={edit.erasureMethod ?? ''}
              onChange={({ target }) => setEdit({ ...edit, erasureMethod: target.value })}
            />
          )}
        </section>
      )}
      <Columns columns={columns} edit={edit} onEdit={setEdit} />
      {questions.tests.length > failed.length && (
        <details>
          <summary className="min-h-6 cursor-pointer font-medium text-sm">
            {formatCount(questions.tests.length - failed.length)} passed tests are not on the checklist
          </summary>
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <Tests
              tests={questions.tests.filter(({ failed }) => failed === 0)}
              edit={edit}
              onEdit={setEdit}
            />
          </div>
        </details>
      )}
      {remembering.isError && <ProblemBox message={messageOf(remembering.error, noResponse('retry'))} />}
      {Object.keys(edit).length > 0 && (
        <div>
          <Button
            variant="outline"
            size="sm"
            loading={remembering.isPending}
            onClick={() => remembering.mutate()}
          >
            Remember and check again
          </Button>
        </div>
      )}
    </div>
  );
}

type EditProps = { edit: ReportToolEdit; onEdit: (edit: ReportToolEdit) => void };

const useGrading = () =>
  useQuery({ queryKey: ['grading'], queryFn: ({ signal }) => api.getGrading({}, { signal }) }).data?.kinds ??
  [];

const unanswered = '?';

const answered = (answers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== unanswered));

function Grades({ questions, edit, onEdit }: EditProps & Pick<FileOutcome, 'questions'>) {
  const kinds = useGrading();
  const codes = [...new Set(kinds.flatMap(({ grades }) => grades.map(({ code }) => code)))];
  return questions.grades.map(({ words, reports }) => (
    <Select
      key={words}
      label={`Its grade ${words} is our grade`}
      hint={reportsOf(reports)}
      value={edit.grades?.[words] ?? unanswered}
      onChange={({ target }) => onEdit({ ...edit, grades: { ...edit.grades, [words]: target.value } })}
      options={[
        [unanswered, 'Choose'],
        ...codes.map((code) => [code, code] as const),
        ['', 'None: grade by hand'],
      ]}
    />
  ));
}

function Tests({ tests, edit, onEdit }: EditProps & { tests: FileOutcome['questions']['tests'] }) {
  const kinds = useGrading();
  const known = new Map(kinds.flatMap((kind) => kind.tests.map(({ key, label }) => [key, label] as const)));
  return tests
    .slice(0, maxTests)
    .map(({ name, reports, failed }) => (
      <Select
        key={name}
        label={`Its test “${name}” is our test`}
        hint={`${reportsOf(reports)}${failed > 0 ? `, failed in ${formatCount(failed)}` : ''}`}
        value={edit.tests?.[name] ?? unanswered}
        onChange={({ target }) => onEdit({ ...edit, tests: { ...edit.tests, [name]: target.value } })}
        options={[[unanswered, 'Choose'], ...known, ['', 'None: leave it out']]}
      />
    ));
}

function Columns({ columns, edit, onEdit }: EditProps & Pick<FileOutcome, 'columns'>) {
  const filled = columns.filter(({ field, samples }) => field !== null || samples.length > 0);
  const unread = filled.filter(({ field }) => field === null);
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-medium text-sm">
        Columns: {formatCount(filled.length - unread.length)} of {formatCount(filled.length)} are read
        {unread.length > 0 && (
          <span className="wrap-anywhere block font-normal text-ink-muted">
            Not read:{' '}
            {unread
              .slice(0, 12)
              .map(({ name }) => name)
              .join(', ')}
            {unread.length > 12 && ` and ${formatCount(unread.length - 12)} more`}
          </span>
        )}
      </summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {filled.map(({ key, name, field, samples }) => (
          <Select
            key={key}
            label={name}
            hint={`In the file: ${samples.join(', ') || 'nothing'}`}
            value={edit.columns?.[key] ?? field ?? 'ignored'}
            onChange={({ target }) =>
              onEdit({
                ...edit,
                columns: { ...edit.columns, [key]: target.value as (typeof reportFields)[number] },
              })
            }
            options={reportFields.map((item) => [item, reportFieldLabels[item]] as const)}
          />
        ))}
      </div>
    </details>
  );
}
