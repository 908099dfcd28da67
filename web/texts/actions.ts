import { enActions } from './en-actions.ts'

/** Texts of what one does with messages, in the language of the page. */
export const a: typeof enActions = enActions
