import { Problem } from '@reprise/contract/problem';
import {
  type FileOutcome,
  maxReportFileBytes,
  testReportEndpoints,
} from '@reprise/contract/workshop/units/test-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../../api/error-message.ts';
import { sendForm } from '../../../../../api/send-form.ts';
import { formatCount } from '../../../../../formats.ts';
import { Button } from '../../../../../ui/button.tsx';
import { TextInput } from '../../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../../../ui/problem-box.tsx';
import { ReportQuestions } from './report-questions.tsx';
import { ReportRows } from './report-rows.tsx';
import { ReportTemplate } from './report-template.tsx';

type ImportReportsDialogProps = { open: boolean; onClose: () => void };

/** Records the reports of a diagnostic or erasure tool from a file, after a dry run. */
export function ImportReportsDialog({ open, onClose }: ImportReportsDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Import test reports" size="xl">
      {open && <ImportReports onClose={onClose} />}
    </Modal>
  );
}

type Sent = { file: File; tool: string; devices: Record<number, string> };

async function sendReports({ file, tool, devices }: Sent, dryRun: boolean): Promise<FileOutcome> {
  if (file.size > maxReportFileBytes)
    throw new Problem('PAYLOAD_TOO_LARGE', 'A file can have up to 20 MB. Split it and try again.');
  const form = new FormData();
  form.append('file', file);
  const named = Object.entries(devices).flatMap(([row, device]) =>
    device.trim() ? `${row}:${device.trim().toUpperCase()}` : [],
  );
  const query = new URLSearchParams({ tool, dryRun: String(dryRun), devices: named.join(',') });
  const answer = await sendForm(`/units/test-reports/file?${query}`, form);
  return testReportEndpoints.importTestReports.response.parse(answer);
}

/** State of the dialog: the tool, the file, devices that a person named, the check and the recording. */
function useReportImport(onClose: () => void) {
  const queries = useQueryClient();
  const [tool, setTool] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [devices, setDevices] = useState<Record<number, string>>({});
  const [isToolMissing, setToolMissing] = useState(false);
  const checking = useMutation({ mutationFn: (sent: Sent) => sendReports(sent, true) });
  const recording = useMutation({
    mutationFn: (sent: Sent) => sendReports(sent, false),
    onSuccess: ({ recorded }) => {
      notify('success', `${reportsOf(recorded)} recorded`);
      void queries.invalidateQueries({ queryKey: ['units'] });
      onClose();
    },
  });
  const sent = file && { file, tool: tool.trim(), devices };
  // Reports are recorded once, so that answers after it would come too late.
  const [isAnswering, setAnswering] = useState(false);
  const check = () => {
    setAnswering(false);
    if (sent) checking.mutate(sent);
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setDevices({});
    setAnswering(false);
    checking.mutate({ file: chosen, tool: tool.trim(), devices: {} });
  };
  const nameTool = (name: string) => {
    setTool(name);
    setToolMissing(false);
    setFile(null);
    checking.reset();
  };
  return {
    tool,
    nameTool,
    file,
    devices,
    setDevices,
    isToolMissing,
    setToolMissing,
    checking,
    recording,
    sent,
    check,
    choose,
    isAnswering,
    setAnswering,
  };
}

function ImportReports({ onClose }: { onClose: () => void }) {
  const { tool, nameTool, file, devices, setDevices, isToolMissing, setToolMissing, ...state } =
    useReportImport(onClose);
  const { checking, recording, sent, check, choose, isAnswering, setAnswering } = state;
  const failure = recording.error ?? checking.error;
  const outcome = checking.data;
  return (
    <div className="grid gap-5">
      <TextInput
        label="Tool"
        required
        list="report-tools"
        hint="Such as PhoneCheck. Answers are remembered for the tool, and a report of the same number is recorded once."
        maxLength={60}
        value={tool}
        onChange={({ target }) => nameTool(target.value)}
        error={isToolMissing ? 'Name the tool first' : undefined}
      />
      <datalist id="report-tools">
        {['PhoneCheck', 'Blancco', 'nwipe'].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
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
      {!outcome && <ReportTemplate />}
      {failure && <ReadFailure failure={failure} />}
      {outcome && (
        <>
          <Summary outcome={outcome} />
          <ReportQuestions
            key={checking.submittedAt}
            tool={tool.trim()}
            outcome={outcome}
            onAnswer={() => setAnswering(true)}
            onRemembered={check}
          />
          <ReportRows
            rows={outcome.rows}
            devices={devices}
            onDevice={(row, device) => setDevices({ ...devices, [row]: device })}
          />
        </>
      )}
      {isAnswering && (
        <p className="text-right text-ink-muted text-sm" role="status">
          Remember your answers before you record.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        {Object.keys(devices).length > 0 && (
          <Button variant="outline" loading={checking.isPending} onClick={check}>
            Check again
          </Button>
        )}
        <Button
          disabled={!sent || !outcome?.recorded || isAnswering}
          loading={recording.isPending}
          onClick={() => sent && recording.mutate(sent)}
        >
          {outcome?.recorded ? `Record ${reportsOf(outcome.recorded)}` : 'Record'}
        </Button>
      </div>
    </div>
  );
}

function ReadFailure({ failure }: { failure: Error }) {
  return (
    <div role="alert">
      <ProblemBox message={messageOf(failure, 'The file could not be read. Try again.')} />
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
      <span className="font-medium">CSV, Excel, JSON or XML file</span>
      <input
        type="file"
        accept=".xlsx,.csv,.tsv,.txt,.json,.xml,text/csv,text/plain,application/json,text/xml"
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

function Summary({ outcome: { recorded, known, rejected, timeZone } }: { outcome: FileOutcome }) {
  return (
    <div className="text-sm" role="status">
      <p className="font-medium">
        {reportsOf(recorded)} can be recorded
        {known > 0 && `, ${formatCount(known)} ${known === 1 ? 'is' : 'are'} known`}
        {rejected.length > 0 && `, ${formatCount(rejected.length)} cannot`}.
      </p>
      {timeZone && (
        <p className="text-ink-muted">
          Times without a time zone are read as {timeZone.replaceAll('_', ' ')}.
        </p>
      )}
    </div>
  );
}
