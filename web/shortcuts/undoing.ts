/** What the undo key undoes first, in any view; returns false if there's nothing left. Set by what can be undone. */
export const undoing: { latest?: () => boolean } = {}
