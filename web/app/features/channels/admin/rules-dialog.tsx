import { type PriceEnding, priceEndings } from '@reprise/contract/catalog/catalog-admin';
import {
  type Channel,
  type ChannelKind,
  channelKindLabels,
  channelRules,
} from '@reprise/contract/channels/channel';
import { readRate, readWhole } from '@reprise/contract/typed-number';
import { useMutation } from '@tanstack/react-query';
import { type UseFormRegister, useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver } from '../../../admin-ui/form-resolver.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { RateInput, WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { endingLabels } from '../../catalog/admin/ending-labels.ts';

type Values = {
  kind: ChannelKind;
  name: string;
  buffer: string;
  pricePercent: string;
  priceEnding: PriceEnding;
};

const wireOf = ({ name, buffer, pricePercent, priceEnding }: Values) => ({
  name,
  buffer: readWhole(buffer) ?? 0,
  pricePercent: readRate(pricePercent) ?? 0,
  priceEnding,
});

const newRules = channelRules.omit({ enabled: true });

type RulesDialogProps = {
  /** Missing for a new channel. */
  channel?: Channel;
  /** Kinds of a new channel. */
  kinds?: ChannelKind[];
  onSaved: (channel: Channel) => unknown;
  onClose: () => void;
};

/** Adds a channel, or changes its rules. */
export function RulesDialog(props: RulesDialogProps) {
  return (
    <Modal open onClose={props.onClose} title={props.channel ? 'Change rules' : 'Add channel'}>
      <RulesForm {...props} />
    </Modal>
  );
}

function RulesForm({ channel, kinds = [], onSaved, onClose }: RulesDialogProps) {
  const nameOf = ({ name, kind }: Values) => (channel ? name : name.trim() || channelKindLabels[kind]);
  const { register, handleSubmit, formState, watch } = useForm<Values>({
    defaultValues: {
      kind: kinds[0] ?? 'ebay',
      name: channel?.name ?? '',
      buffer: String(channel?.buffer ?? 1),
      pricePercent: String(channel?.pricePercent ?? 0),
      priceEnding: channel?.priceEnding ?? 'ninety-nine',
    },
    resolver: formResolver(newRules, (values: Values) => ({
      ...wireOf(values),
      name: nameOf(values),
    })),
  });
  const { errors } = formState;
  const kind = watch('kind');
  const saving = useMutation({
    mutationFn: (values: Values) => {
      const rules = newRules.parse({ ...wireOf(values), name: nameOf(values) });
      return channel
        ? api.updateChannel({ params: { id: channel.id }, body: { ...rules, enabled: channel.enabled } })
        : api.createChannel({ body: { ...rules, kind } });
    },
    onSuccess: (answer) => {
      notify('success', channel ? 'Rules saved. The listings follow.' : `${answer.channel.name} added`);
      onSaved(answer.channel);
      onClose();
    },
  });
  return (
    <DialogForm
      onSubmit={handleSubmit((values) => saving.mutate(values))}
      onCancel={onClose}
      submitLabel={channel ? 'Save' : 'Add channel'}
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The channel was not saved. Try again.')}
    >
      <div className="grid gap-5">
        {!channel && (
          <Select label="Channel" {...register('kind')}>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {channelKindLabels[one]}
              </option>
            ))}
          </Select>
        )}
        <TextInput
          label="Name"
          hint="As orders and payments show it."
          maxLength={60}
          placeholder={channel ? '' : channelKindLabels[kind]}
          required={channel !== undefined}
          {...register('name')}
          error={errors.name?.message}
        />
        <WholeNumberInput
          label="Units to keep back"
          hint="Of each product. Two sales at the same moment then find a unit each."
          {...register('buffer')}
          error={errors.buffer?.message}
        />
        <PriceFields register={register} error={errors.pricePercent?.message} />
      </div>
    </DialogForm>
  );
}

type PriceFieldsProps = { register: UseFormRegister<Values>; error: string | undefined };

function PriceFields({ register, error }: PriceFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <RateInput
        label="Price difference (%)"
        lowest={-90}
        hint="12 adds the fee of the channel, -5 sells for less."
        {...register('pricePercent')}
        error={error}
      />
      <Select label="Rounding" {...register('priceEnding')}>
        {priceEndings.map((ending) => (
          <option key={ending} value={ending}>
            {endingLabels[ending]}
          </option>
        ))}
      </Select>
    </div>
  );
}
