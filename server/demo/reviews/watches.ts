import type { ReviewsByModel } from '../reviews.ts';

export const watchReviews: ReviewsByModel = {
  'apple-watch-series-9-45-mm-gps-midnight': [
    [
      0,
      4,
      7,
      'Hairline by the crown',
      'Found it with a fingernail, not with my eyes. Band is new in both lengths.',
    ],
    [
      1,
      5,
      113,
      'Battery at 100%',
      'It says so in the settings. Lasts from six in the morning until bed with a run in between.',
    ],
    [
      3,
      5,
      42,
      'Unlocked from the old owner',
      'Paired at once. I had read stories about locked watches; not here.',
    ],
    [
      5,
      4,
      158,
      'Good, if you charge daily',
      'Everything works, the screen is very bright. One day of battery is one day.',
    ],

    [
      13,
      5,
      77,
      'Double tap while carrying shopping',
      'I thought it a gimmick. Now I answer calls with a bag in each hand. Fresh battery, new band.',
    ],
    [
      16,
      4,
      124,
      'Finds my phone',
      'The arrow that leads to the phone earns its keep daily. A hairline by the crown that I cannot photograph.',
    ],
  ],
  'apple-watch-series-9-45-mm-gps-pink': [
    [2, 5, 33, 'Pale and pretty', 'More cream than pink. A faint scuff underneath that faces my wrist.'],

    [
      12,
      4,
      58,
      'Scuff faces the floor',
      'Lower edge has it, nobody has noticed. Color is closer to shell than to pink.',
    ],
  ],
  'apple-watch-ultra-49-mm-lte-titanium': [
    [
      0,
      5,
      50,
      'Two days in the mountains',
      'Recorded both days of a hut tour with 18% to spare. Case looks freshly blasted.',
    ],
    [2, 4, 85, 'Big on a small wrist', 'It is a lot of watch. The lip has knocks, the sapphire does not.'],

    [
      14,
      5,
      100,
      'Gloves on, crown turns',
      'Ski tours with mittens and I can still start a workout. Looks blasted fresh.',
    ],
    [
      15,
      4,
      40,
      'Knocks on the rim',
      'Three on the raised edge, as in the text. Two days with tracking, every time.',
    ],
  ],
  'apple-watch-series-10-46-mm-gps-jet-black': [
    [
      17,
      5,
      24,
      'Thin under a shirt cuff',
      'The first one that slides under my sleeve. Charged while I shower, done for the day.',
    ],
    [
      12,
      4,
      63,
      'Swirls are there',
      'Hold it to a lamp and you see them, in normal light it is a black mirror.',
    ],
    [
      4,
      5,
      38,
      'Depth reading works',
      'Checked against my dive computer down to six metres. Sealed properly.',
    ],
  ],
  'apple-watch-series-10-46-mm-gps-rose-gold': [
    [
      14,
      5,
      11,
      'Wrong size for them, right for me',
      'No trace that anyone wore it. The battery page says 100%.',
    ],
  ],
  'apple-watch-se-2nd-generation-44-mm-gps-starlight': [
    [
      13,
      5,
      31,
      'For our daughter',
      'She calls us from the bus without a telephone of her own. New band, spotless glass.',
    ],
    [
      15,
      4,
      82,
      'No always-on display',
      'You lift the wrist to see the time. For swimming and walking it has all I use.',
    ],
    [
      16,
      5,
      128,
      'My mother fell, it called',
      'She is fine, and it rang me within a minute. That was worth more than the price.',
    ],
    [2, 3, 99, 'Fair is scratched', 'The glass is properly scratched. It works, and it is for the garden.'],
  ],
  'apple-watch-series-4-44-mm-gps-space-gray': [
    [
      17,
      4,
      53,
      'Old and useful',
      'Pays at the till, counts my walks, shows who calls. It is slow to open apps.',
    ],
    [
      13,
      3,
      114,
      'One day, barely',
      'At eleven in the evening it asks for power. Marks on the case as promised.',
    ],
    [
      12,
      4,
      45,
      'ECG for little money',
      'My cardiologist accepted the recording. New cell and nothing swollen.',
    ],
  ],
  'galaxy-watch6-classic-47-mm-bluetooth-black': [
    [2, 5, 20, 'The ring is the reason', 'Scrolling with a glove on works. Leather band was new.'],
    [
      1,
      4,
      95,
      'Brassing adds character',
      'Two edges of the bezel show steel. Battery gives me a day and a half.',
    ],

    [
      16,
      5,
      70,
      'Clicks like a camera lens',
      'Turning through messages is a pleasure. Protective foil was still on the sensor.',
    ],
  ],
  'galaxy-watch-ultra-47-mm-lte-titanium-silver': [
    [
      14,
      5,
      17,
      'Marathon without a phone',
      'Four hours of GPS and music took 38%. My wife could follow me by LTE.',
    ],
    [
      15,
      4,
      65,
      'Big square, round screen',
      'You either like it or not. Pale scratches at one shoulder, a new orange band.',
    ],
    [
      0,
      4,
      91,
      'Bright to a fault',
      'Readable on a glacier. At night it lit the tent until I found the setting.',
    ],
  ],
  'fenix-7-47-mm-silver': [
    [
      4,
      5,
      3,
      'Sixteen days so far',
      'Charged once since it came, with four runs a week. The scratches on the steel are from the trail and can stay.',
    ],
    [3, 4, 79, 'Old-school display', 'Dull indoors, perfect in the sun. Buttons all click.'],

    [
      17,
      5,
      36,
      'The battery is the feature',
      'Went on a ten-day ride without the cable. Trail marks on the bezel and I am adding mine.',
    ],
  ],
  'instinct-2-45-mm-graphite': [
    [12, 5, 26, 'Four weeks, truly', 'Came on the first of the month and was charged on the twenty-ninth.'],
    [
      16,
      5,
      85,
      'Survives the workshop',
      'Cement, water, ladders. The bezel was rubbed when it came and one cannot tell mine apart.',
    ],
    [
      13,
      3,
      140,
      'Grooves across the lens',
      'I took Fair and got fair: you look around the scratch. The tracking is faultless.',
    ],
  ],
  'instinct-2-45-mm-electric-lime': [
    [15, 5, 49, 'Visible from the rescue boat', 'Bought for sailing and for the color. Not a mark on it.'],
  ],
  'pixel-watch-2-wi-fi-matte-black': [
    [
      14,
      4,
      33,
      'Light as a coin',
      'I sleep with it, which I never managed before. It wants its charger every evening.',
    ],
    [
      17,
      5,
      78,
      'No scratch on the dome',
      'That was my worry with this shape. New glass by the look of it, and the band was sealed.',
    ],
    [
      1,
      2,
      106,
      'A day was not a day',
      'Mine ended at seven in the evening. They exchanged the battery and now it reaches midnight.',
    ],
  ],
  'pixel-watch-2-wi-fi-polished-silver': [
    [16, 5, 60, 'Jewel with a sensor', 'Silver and sky blue. It had been worn for a photo at most.'],
  ],
  'sense-2-graphite': [
    [
      12,
      4,
      93,
      'Five nights and counting',
      'Sleep data without thinking of the charger. The subscription reminder is tiresome.',
    ],
    [
      15,
      4,
      29,
      'Stress graph was an eye-opener',
      'Meetings at ten, apparently. Gloss under the band is all the wear I found.',
    ],
  ],
  'scanwatch-42-mm-white': [
    [
      13,
      5,
      43,
      'Nobody knows it is smart',
      'Looks like the watch my grandfather left me. Charged once in five weeks.',
    ],
    [
      14,
      4,
      116,
      'Small display, good enough',
      'The round screen shows pulse and steps and stays out of the way. Fine lines on the lugs.',
    ],
  ],
  'scanwatch-42-mm-black': [
    [
      17,
      5,
      22,
      'Sapphire without a mark',
      'The steel has a nick by the crown, the glass looks new. It found my irregular pulse.',
    ],
  ],
};
