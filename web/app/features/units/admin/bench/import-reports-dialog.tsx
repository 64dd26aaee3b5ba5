import { Problem } from '@reprise/contract/problem';
import {
  type FileOutcome,
  maxReportFileBytes,
  testReportEndpoints,
} from '@reprise/contract/units/test-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../api/error-message.ts';
import { sendForm } from '../../../../api/send-form.ts';
import { formatCount } from '../../../../formats.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../../ui/problem-box.tsx';
import { ReportTemplate } from './report-template.tsx';

type ImportReportsDialogProps = { open: boolean; onClose: () => void };

/** Records the reports of a diagnostic tool from a CSV file, after a dry run. */
export function ImportReportsDialog({ open, onClose }: ImportReportsDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Import test reports">
      {open && <ImportReports onClose={onClose} />}
    </Modal>
  );
}

async function sendReports(file: File, tool: string, dryRun: boolean): Promise<FileOutcome> {
  if (file.size > maxReportFileBytes)
    throw new Problem('PAYLOAD_TOO_LARGE', 'A file can have up to 2 MB. Split it and try again.');
  const form = new FormData();
  form.append('file', file);
  const query = new URLSearchParams({ tool, dryRun: String(dryRun) });
  const answer = await sendForm(`/units/test-reports/file?${query}`, form);
  return testReportEndpoints.importTestReports.response.parse(answer);
}

function ImportReports({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [tool, setTool] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isToolMissing, setToolMissing] = useState(false);
  const checking = useMutation({
    mutationFn: (chosen: File) => sendReports(chosen, tool.trim(), true),
  });
  const recording = useMutation({
    mutationFn: (chosen: File) => sendReports(chosen, tool.trim(), false),
    onSuccess: ({ recorded }) => {
      notify('success', `${reportsOf(recorded)} recorded`);
      void queries.invalidateQueries({ queryKey: ['units'] });
      onClose();
    },
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    checking.mutate(chosen);
  };
  const failure = recording.error ?? checking.error;
  return (
    <div className="grid gap-5">
      <TextInput
        label="Tool"
        required
        hint="Such as PhoneCheck. A report of the same tool with the same number is recorded once."
        maxLength={60}
        value={tool}
        onChange={({ target }) => {
          setTool(target.value);
          setToolMissing(false);
          setFile(null);
          checking.reset();
        }}
        error={isToolMissing ? 'Name the tool first' : undefined}
      />
      <FileButton
        name={file?.name}
        isChecking={checking.isPending}
        onOpen={(event) => {
          if (tool.trim()) return;
          event.preventDefault();
          setToolMissing(true);
        }}
        onChoose={choose}
      />
      <ReportTemplate />
      {failure && (
        <div role="alert">
          <ProblemBox message={messageOf(failure, 'The file could not be read. Try again.')} />
        </div>
      )}
      {checking.data && <CheckedReports outcome={checking.data} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!file || !checking.data?.recorded}
          loading={recording.isPending}
          onClick={() => file && recording.mutate(file)}
        >
          {checking.data?.recorded ? `Record ${reportsOf(checking.data.recorded)}` : 'Record'}
        </Button>
      </div>
    </div>
  );
}

const reportsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'report' : 'reports'}`;

type FileButtonProps = {
  name: string | undefined;
  isChecking: boolean;
  onOpen: (event: { preventDefault: () => void }) => void;
  onChoose: (file: File | undefined) => void;
};

function FileButton({ name, isChecking, onOpen, onChoose }: FileButtonProps) {
  return (
    <label className="grid gap-1.5 text-sm">
      <span className="font-medium">CSV file</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className="w-full rounded-control border border-line-strong bg-raised px-3 py-2"
        disabled={isChecking}
        onClick={onOpen}
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
      <span className="text-ink-muted" role="status">
        {isChecking
          ? `Checking ${name}`
          : 'It is checked first. Nothing is recorded until you have seen the result.'}
      </span>
    </label>
  );
}

function CheckedReports({
  outcome: { recorded, known, rejected, unknownColumns },
}: {
  outcome: FileOutcome;
}) {
  return (
    <div className="grid gap-2 text-sm" role="status">
      <p className="font-medium">
        {reportsOf(recorded)} can be recorded
        {known > 0 && `, ${formatCount(known)} ${known === 1 ? 'is' : 'are'} known`}
        {rejected.length > 0 && `, ${formatCount(rejected.length)} cannot`}.
      </p>
      {unknownColumns.length > 0 && (
        <p className="wrap-anywhere text-ink-muted">
          No checklist has these columns: {unknownColumns.join(', ')}. They are left out.
        </p>
      )}
      {rejected.length > 0 && (
        <ul
          aria-label="Rejected rows"
          className="grid max-h-64 gap-1 overflow-y-auto rounded-control bg-sunken p-3"
        >
          {rejected.map(({ row, device, problem }) => (
            <li key={row} className="wrap-anywhere">
              <span className="font-medium">
                Row {row}
                {device && `, ${device}`}:
              </span>{' '}
              {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
