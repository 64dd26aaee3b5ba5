/** Account that writes, null for the shop itself, and the time of the write. */
export type Actor = { actorId: string | null; now: Date };

/** Shown for an erased account, whose name is not kept. */
export const deletedUser = 'Deleted user';
