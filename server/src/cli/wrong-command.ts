/** Thrown for a command line that cannot be run; the message says why. */
export class WrongCommand extends Error {}
