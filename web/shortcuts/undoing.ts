/** Undoes the latest deletion in any view; false if there's none. Set by the module that deletes. */
export const undoing: { latest?: () => boolean } = {}
