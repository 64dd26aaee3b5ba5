import type { ReviewsByModel } from '../reviews.ts';

export const audioReviews: ReviewsByModel = {
  'wh-1000xm5-black': [
    [6, 5, 29, 'The office stopped', 'I put them on and the coffee machine was gone. Pads are plainly new.'],
    [9, 4, 83, 'Case takes half my bag', 'No fold, big case. Everything else is better than my old pair.'],
    [
      13,
      5,
      110,
      'Could not tell them from new',
      'Compared with a friend’s from the shop, side by side. Same firmness, same sound.',
    ],
  ],
  'wh-1000xm5-silver': [
    [8, 5, 48, 'Sand, and I like sand', 'Both pads were changed and the band too. Not a mark anywhere.'],
  ],
  'wh-1000xm4-black': [
    [
      7,
      5,
      39,
      'They fold, that is the point',
      'Half the size in the bag of the newer ones. Hinges click like new.',
    ],
    [
      10,
      4,
      95,
      'Speak to chat off, first thing',
      'It stops when I sing. With that switched off they are wonderful.',
    ],
    [
      12,
      5,
      132,
      'Twenty-nine hours by my clock',
      'I wrote it down over two weeks of trains. The battery must be new.',
    ],
    [
      15,
      3,
      66,
      'Glossy band on the Fair ones',
      'It looks worn and it said so. Sound is perfect, pads fresh.',
    ],
    [0, 4, 160, 'Good for flights', 'The plane adapter was in the case. A faint crease in one pad.'],
  ],
  'wh-1000xm4-silver': [
    [11, 4, 51, 'A trace of grey', 'Where the hair touches the band. A cloth took most of it off.'],
  ],
  'quietcomfort-ultra-headphones-white-smoke': [
    [
      6,
      5,
      24,
      'Glasses and all',
      'No pressure on the temples after a four-hour call. Arms were polished like mirrors.',
    ],
    [
      9,
      4,
      105,
      'White needs care',
      'They arrived spotless, now it is up to me. Cancelling is stronger than I am used to.',
    ],
  ],
  'airpods-max-lightning-space-gray': [
    [
      8,
      5,
      45,
      'Heavier than they feel',
      'The net spreads it. Cushions came new and the crown turns like a watch.',
    ],
    [
      10,
      4,
      79,
      'That case, still',
      'The sound made me forget the price, the case made me remember. Small marks between the cups.',
    ],
    [
      14,
      5,
      116,
      'No trace of water inside',
      'I read about condensation before buying used. They open them, and there is a note that says so.',
    ],
    [
      17,
      2,
      60,
      'One cup went silent',
      'After nine days the left side dropped out. Replaced free of charge, though it took until the following week.',
    ],
  ],
  'airpods-max-lightning-sky-blue': [
    [
      7,
      5,
      32,
      'Blue like early morning',
      'New cushions in the right shade. Aluminium without a scratch I could find.',
    ],
  ],
  'momentum-4-wireless-black': [
    [6, 5, 86, 'I forget where the charger is', 'Eleven days, two to four hours a day. Warm, calm sound.'],
    [16, 4, 42, 'Touch is a little eager', 'Sleeve brushes the cup, the song skips. You can switch it off.'],
    [
      11,
      5,
      124,
      'Better with strings than the others',
      'Tried three pairs on the same quartet. These stayed.',
    ],
  ],
  'momentum-4-wireless-white': [
    [
      9,
      3,
      71,
      'Off-white by now',
      'They say a shade warmer than new and it is a shade and a half. Fabric is clean.',
    ],
  ],
  'studio-pro-navy': [
    [
      10,
      4,
      22,
      'Works with my two phones',
      'One is Android, one is not, both connect by themselves. Hinges do not rattle.',
    ],
    [
      13,
      5,
      90,
      'Cable sound surprised me',
      'Lossless over USB-C from the laptop. I did not expect to hear it, and I do.',
    ],
  ],
  'studio-pro-sandstone': [
    [8, 4, 34, 'Somebody’s unwanted gift', 'Their loss. Films were on, cables tied, case smelled new.'],
  ],
  'studio-pro-black': [
    [
      12,
      3,
      18,
      'Looks used, sounds new',
      'Shiny hinges and a replaced socket, both in the description. Pads are excellent.',
    ],
  ],
  'major-iv-black': [
    [
      7,
      5,
      63,
      'Charged in spring',
      'I am serious: I charge these about once a month. They fold into a coat pocket.',
    ],
    [15, 4, 107, 'On the ear, not over it', 'After two hours I feel them. The knob is a delight.'],
    [9, 4, 136, 'Smooth vinyl, dull brass', 'The hinges have lost their shine and I prefer it. No cracks.'],
  ],
  'major-iv-brown': [
    [11, 5, 27, 'Looks like a good shoe', 'Brown with brass, cards still between the cups. Everybody asks.'],
  ],
  'airpods-pro-2-usb-c-white': [
    [
      6,
      5,
      12,
      'Hearing test was the surprise',
      'It told me what my doctor told me a month later. The pair was spotless.',
    ],
    [
      8,
      4,
      77,
      'Scratches on the case, as ever',
      'It lives in a pocket with keys from now on anyway. Buds like new.',
    ],
    [
      10,
      5,
      139,
      'Matched serial numbers',
      'Checked on the maker’s page: same set, sold in 2024. Lasts five hours and a half.',
    ],
  ],
  'wf-1000xm5-black': [
    [7, 5, 30, 'Silence in a thimble', 'The tube is gone. Four new sets of foam tips came with them.'],
    [
      14,
      4,
      68,
      'Slippery when wet',
      'Gloss and rain do not go together. Sound is the best I have had in an ear.',
    ],
    [12, 4, 98, 'Lid a little loose', 'It closes and charges. Both sides measure the same in the app.'],
  ],
  'wf-1000xm5-silver': [
    [
      17,
      3,
      21,
      'The corner is rough',
      'The case fell once and you can tell. I would buy them again at that price.',
    ],
  ],
  'galaxy-buds2-pro-bora-purple': [
    [
      9,
      5,
      56,
      'Sleep with them',
      'Flat in the ear, no pressure on the pillow. Meshes were clean enough to eat from.',
    ],
  ],
  'galaxy-buds2-pro-graphite': [
    [6, 4, 85, 'Rub marks on the case only', 'The buds could be new. Four hours twenty in my test.'],
  ],
  'pixel-buds-pro-charcoal': [
    [
      10,
      5,
      40,
      'They know which device I mean',
      'Laptop call ends, phone music starts. New tips, no smell, no wax.',
    ],
    [
      16,
      4,
      73,
      'A bit large for my ears',
      'They stay in but I notice them. Case has a few lines from a pocket.',
    ],
  ],
  'pixel-buds-pro-coral': [
    [
      8,
      5,
      16,
      'As bright as a lifeboat',
      'I never lose them now. Opened for a photograph, they wrote, and I believe it.',
    ],
  ],
  'elite-8-active-black': [
    [11, 5, 50, 'Ran in hail', 'They stayed in and kept playing. Rinsed under the tap afterwards.'],
    [13, 4, 94, 'Tight case', 'You need a nail to open it. Cancelling is decent, grip is superb.'],
  ],
};
