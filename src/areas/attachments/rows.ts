import * as store from './store.ts'

/** For the area that serves the files: what is known of them, which says nothing of who may see them. */
export type { AttachmentRow } from './store.ts'
export const attachmentsById = store.byId
export const attachmentsByPath = store.byPath
