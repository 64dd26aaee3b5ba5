import { distinctCodes } from './distinct-codes.ts';

/** Part of the browser's `BarcodeDetector`, which TypeScript's library lacks. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: Format[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

/** Formats of our labels, of device boxes and of the labels of carriers. */
const formats = ['code_128', 'code_39', 'ean_13', 'upc_a', 'qr_code', 'data_matrix'] as const;
type Format = (typeof formats)[number];

const betweenPicturesMs = 80;

type Reading = {
  signal: AbortSignal;
  /** Called when the picture is there. */
  onOpen: () => void;
  onCode: (code: string) => void;
};

/** Shows the camera in the video and reports codes until the signal aborts. Throws if the camera does not start. */
export async function readCodes(video: HTMLVideoElement, { signal, onOpen, onCode }: Reading): Promise<void> {
  const detector = await createDetector();
  const stream = await openCamera();
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    onOpen();
    const newOf = distinctCodes();
    while (!signal.aborted) {
      if (!stream.active) throw new Error('the camera stopped');
      const seen = await detector.detect(video);
      for (const code of newOf(
        seen.map(({ rawValue }) => rawValue),
        performance.now(),
      )) {
        if (!signal.aborted) onCode(code);
      }
      await new Promise((resolve) => setTimeout(resolve, betweenPicturesMs));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new DOMException('needs a secure context', 'SecurityError');
  return await navigator.mediaDevices.getUserMedia({
    // Narrow bars need more than the default of 640 × 480.
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
}

async function createDetector(): Promise<Detector> {
  const { BarcodeDetector: native } = globalThis as { BarcodeDetector?: DetectorClass };
  const supported = (await native?.getSupportedFormats().catch(() => [])) ?? [];
  if (native && formats.every((format) => supported.includes(format)))
    return new native({ formats: [...formats] });
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasmUrl }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
  return new BarcodeDetector({ formats: [...formats] });
}
