import { airpodsPro2, elite8Active, galaxyBuds2Pro, pixelBudsPro, wf1000xm5 } from './audio/earbuds.ts';
import {
  airpodsMax,
  majorIv,
  momentum4,
  quietComfortUltra,
  studioPro,
  wh1000xm4,
  wh1000xm5,
} from './audio/headphones.ts';
import type { DemoModel } from './model.ts';

export const audio: readonly DemoModel[] = [
  ...[wh1000xm5, airpodsMax, quietComfortUltra, wh1000xm4, momentum4, studioPro, majorIv],
  ...[airpodsPro2, wf1000xm5, galaxyBuds2Pro, pixelBudsPro, elite8Active],
];
