import { formatNumber } from '@reprise/contract/formats';
import {
  type Channel,
  type ChannelKind,
  channelEndpoints,
  channelKindLabels,
} from '@reprise/contract/sales/channels/channel';
import { readRate, readWhole } from '@reprise/contract/typed-number';
import { endingLabels } from '../../../admin-ui/ending-labels.ts';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { RateInput, WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type RulesDialogProps = {
  /** Missing for a new channel. */
  channel?: Channel;
  /** Kinds of a new channel. */
  kinds?: ChannelKind[];
  onSaved: (channel: Channel) => unknown;
  onClose: () => void;
};

/** Adds a channel, or changes its rules. */
export function RulesDialog({ channel, kinds = [], onSaved, onClose }: RulesDialogProps) {
  const form = useSavedForm({
    defaultValues: {
      kind: kinds[0] ?? 'ebay',
      name: channel?.name ?? '',
      buffer: String(channel?.buffer ?? 1),
      pricePercent: formatNumber(channel?.pricePercent ?? 0),
      priceEnding: channel?.priceEnding ?? 'ninety-nine',
    },
    schema: channelEndpoints.createChannel.body,
    bodyOf: ({ kind, name, buffer, pricePercent, priceEnding }) => ({
      kind,
      name: channel ? name : name.trim() || channelKindLabels[kind],
      buffer: readWhole(buffer) ?? 0,
      pricePercent: readRate(pricePercent) ?? 0,
      priceEnding,
    }),
    save: ({ kind, ...rules }) =>
      channel
        ? api.updateChannel({ params: { id: channel.id }, body: { ...rules, enabled: channel.enabled } })
        : api.createChannel({ body: { ...rules, kind } }),
    done: (answer) => (channel ? 'Rules saved. The listings follow.' : `${answer.channel.name} added`),
    failed: 'The channel was not saved. Try again.',
    invalidates: [],
    onSaved: (answer) => {
      onSaved(answer.channel);
      onClose();
    },
  });
  const kind = form.watch('kind');
  return (
    <FormDialog
      form={form}
      guarded
      title={channel ? 'Change rules' : 'Add channel'}
      onClose={onClose}
      submitLabel={channel ? 'Save' : 'Add channel'}
    >
      <div className="grid gap-5">
        {!channel && (
          <Select
            label="Channel"
            options={kinds.map((one) => [one, channelKindLabels[one]])}
            {...form.field('kind')}
          />
        )}
        <TextInput
          label="Name"
          hint="As orders and payments show it."
          maxLength={60}
          placeholder={channel ? '' : channelKindLabels[kind]}
          required={channel !== undefined}
          {...form.field('name')}
        />
        <WholeNumberInput
          label="Units to keep back"
          hint="Of each product. Two sales at the same moment then find a unit each."
          {...form.field('buffer')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <RateInput
            label="Price difference (%)"
            lowest={-90}
            hint="12 adds the fee of the channel, -5 sells for less."
            {...form.field('pricePercent')}
          />
          <Select label="Rounding" options={endingLabels()} {...form.field('priceEnding')} />
        </div>
      </div>
    </FormDialog>
  );
}
