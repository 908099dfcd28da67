import * as store from './store.ts'

/** Rows without a permission check, for the area that serves files. */
export type { AttachmentRow } from './store.ts'
export const attachmentsById = store.byId
export const attachmentsByPath = store.byPath
