import { blade14, zephyrusG14 } from './laptops/gaming-laptops.ts';
import { macbookAirM1, macbookAirM2, macbookAirM4, macbookAirM5, macbookPro14 } from './laptops/macbooks.ts';
import {
  chromebookSpin713,
  framework13,
  spectreX360,
  surfaceLaptop5,
  xps13,
} from './laptops/slim-laptops.ts';
import { thinkpadT480, thinkpadX1 } from './laptops/thinkpads.ts';
import type { DemoModel } from './model.ts';

export const laptops: readonly DemoModel[] = [
  ...[macbookAirM2, macbookAirM5, macbookAirM4, macbookAirM1, macbookPro14],
  ...[xps13, thinkpadX1, framework13, surfaceLaptop5, spectreX360],
  ...[zephyrusG14, blade14, thinkpadT480, chromebookSpin713],
];
