/** Rounds of each race: few in `npm test`, 8 in `npm run test:all`. */
export const raceRounds = Number(process.env.RACE_ROUNDS ?? 3);
