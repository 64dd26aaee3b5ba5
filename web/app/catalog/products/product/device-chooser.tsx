import { flagTexts } from '@reprise/contract/catalog/grading/device-checks';
import type { DeviceChoice } from '@reprise/contract/workshop/units/device-choice';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { deviceFacts } from '../../../sales/cart/device-facts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ChevronDown } from '../../../ui/icons/lucide.tsx';
import { ResponsiveImage } from '../../../ui/image.tsx';
import { DevicePhotos } from './device-photos.tsx';
import { devicesAnchor } from './devices-anchor.ts';

type DeviceChooserProps = {
  devices: DeviceChoice[];
  /** Null for any device of the product. */
  chosen: DeviceChoice | null;
  onChoose: (number: string | null) => void;
};

/** Devices shown before "Show all". */
const firstShown = 4;

/** Lets a buyer pick the very device by battery and wear, in a closed disclosure. */
export default function DeviceChooser({ devices, chosen, onChoose }: DeviceChooserProps) {
  const name = useId();
  const [isWhole, setIsWhole] = useState(false);
  const options = useRef<HTMLFieldSetElement>(null);
  // React drops a press on an option that is not hydrated yet; the browser has checked it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    const pressed = options.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    if (pressed && pressed !== chosen?.number) onChoose(pressed);
  }, []);
  const commonWear = wearOfAll(devices);
  const isCut = !isWhole && devices.length > firstShown + 1;
  const shown = isCut
    ? devices.filter((device, index) => index < firstShown || device.number === chosen?.number)
    : devices;
  return (
    <details
      id={devicesAnchor}
      className="group rounded-tile border border-primary-fill/50 bg-primary-tint/40 lg:scroll-mt-24 noscript:hidden"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 rounded-tile px-4 py-3 text-sm">
        <Thumbnails devices={chosen ? [chosen] : devices} />
        <span className="min-w-0 flex-1">
          <span className="font-medium">
            {chosen ? `Your device: ${chosen.number}` : `Choose the exact device (${devices.length})`}
          </span>
          <span className="block text-ink-muted">{chosen ? deviceFacts(chosen) : rangeOf(devices)}</span>
        </span>
        <ChevronDown className="size-4.5 shrink-0 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <fieldset ref={options} className="grid gap-2 border-line border-t bg-paper p-3">
        <legend className="sr-only">Device</legend>
        <Option name={name} value="" isChosen={chosen === null} onChoose={() => onChoose(null)}>
          <span className="font-medium">Any of them</span>
          <span className="block text-ink-muted">We pack the one that has been on sale longest.</span>
        </Option>
        {shown.map((device) => (
          <Option
            key={device.number}
            name={name}
            value={device.number}
            isChosen={device.number === chosen?.number}
            onChoose={() => onChoose(device.number)}
            more={<DevicePhotos number={device.number} photos={device.photos} />}
          >
            <Device device={device} wear={commonWear.length > 0 ? [] : device.wear} />
          </Option>
        ))}
        {isCut && (
          <button
            type="button"
            className="min-h-11 rounded-control font-medium text-link text-sm"
            onClick={() => setIsWhole(true)}
          >
            Show all {devices.length}
          </button>
        )}
        <p className="px-1 text-ink-muted text-sm">
          {commonWear.length > 0 && `All of them: ${commonWear.map(wearText).join('; ')}. `}
          Each comes with a passport of its grade, tests and battery.
        </p>
      </fieldset>
    </details>
  );
}

type OptionProps = {
  name: string;
  value: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
  /** Below the label, because it has buttons of its own. */
  more?: ReactNode;
};

function Option({ name, value, isChosen, onChoose, children, more }: OptionProps) {
  return (
    <div
      className={classNames(
        'min-w-0 rounded-control border text-sm transition-colors',
        isChosen ? 'border-primary-fill bg-primary-tint/50' : 'border-line hover:border-ink-muted',
      )}
    >
      <label className="flex cursor-pointer gap-3 px-3 py-2.5">
        <input
          type="radio"
          className="mt-1 self-start"
          name={name}
          value={value}
          checked={isChosen}
          onChange={onChoose}
        />
        <span className="min-w-0 flex-1">{children}</span>
      </label>
      {more}
    </div>
  );
}

/** Shows a photo of each of the first two devices that have one. */
function Thumbnails({ devices }: { devices: DeviceChoice[] }) {
  const photos = devices.flatMap((device) => device.photos[0] ?? []).slice(0, 2);
  if (photos.length === 0) return null;
  return (
    <span className="flex shrink-0 gap-1">
      {photos.map(({ url }) => (
        <ResponsiveImage
          key={url}
          src={url}
          sizes="48px"
          alt=""
          loading="lazy"
          className="size-12 rounded-control object-cover"
        />
      ))}
    </span>
  );
}

/** Returns the wear that several devices have in the same words; empty if they differ. */
function wearOfAll([first, ...others]: DeviceChoice[]): DeviceChoice['wear'] {
  if (!first || others.length === 0) return [];
  const words = JSON.stringify(first.wear);
  return others.every(({ wear }) => JSON.stringify(wear) === words) ? first.wear : [];
}

const wearText = ({ surface, words }: DeviceChoice['wear'][number]) =>
  `${surface}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;

function Device({ device, wear }: { device: DeviceChoice; wear: DeviceChoice['wear'] }) {
  const { number, battery, note, flags } = device;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {battery !== null && <BatteryMeter percent={battery} />}
        <span className="font-medium">{deviceFacts(device)}</span>
      </span>
      {flags.map((kind) => (
        <span key={kind} className="mt-1 block text-warn-text">
          {flagTexts[kind]}
        </span>
      ))}
      {note && <span className="wrap-anywhere mt-1 block">{note}</span>}
      {wear.length > 0 && (
        <span className="mt-1 grid gap-0.5 text-ink-muted">
          {wear.map((surface) => (
            <span key={surface.surface}>{wearText(surface)}</span>
          ))}
        </span>
      )}
      <span className="tabular mt-1 block text-ink-muted">{number}</span>
    </>
  );
}

function BatteryMeter({ percent }: { percent: number }) {
  return (
    <svg viewBox="0 0 30 14" className="h-3.5 w-7.5 shrink-0 text-good-text" aria-hidden="true">
      <rect x="0.5" y="0.5" width="26" height="13" rx="3" fill="none" stroke="currentColor" />
      <rect x="28" y="4" width="2" height="6" rx="1" fill="currentColor" />
      <rect x="2.5" y="2.5" width={(22 * percent) / 100} height="9" rx="1.5" fill="currentColor" />
    </svg>
  );
}

function rangeOf(devices: DeviceChoice[]): string {
  const batteries = devices.flatMap(({ battery }) => battery ?? []);
  const seen = devices.some(({ photos }) => photos.length > 0)
    ? 'photos and wear of each'
    : 'the wear of each';
  if (batteries.length === 0) return `See ${seen} before you buy`;
  const [least, most] = [Math.min(...batteries), Math.max(...batteries)];
  return least === most ? `Battery ${most}%, ${seen}` : `Battery ${least}% to ${most}%, ${seen}`;
}
