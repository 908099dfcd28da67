import { mirror } from '#platform/organization'
import { attachmentAdded, attachmentRemoved, attachmentUpdated } from './api.ts'
import { spaceUsed } from './store.ts'

/** What all files of the organization take, so that no upload has to add it up again. */
export const uploadSpaceMirror = mirror<{ bytes: number }>({
  name: 'upload space',
  load: async (tx, orgId) => ({ bytes: await spaceUsed(tx, orgId) }),
}).on([attachmentAdded, attachmentUpdated, attachmentRemoved], (space, events) => () => {
  for (const { payload } of events) space.bytes = payload.upload_space_used
})
