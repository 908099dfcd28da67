/** Opens the editor for your newest message in the view; set by `message-actions/watch.ts`, which composing can't import. */
export const newestMessage: { edit(): void } = { edit: () => {} }
