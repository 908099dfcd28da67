import { cache } from '#platform/organization'
import { attachmentAdded, attachmentRemoved, attachmentUpdated } from './api.ts'
import { filesKept } from './store.ts'

/** The number and size of the organization's files, so that uploads don't have to sum them up. */
export const uploadSpaceCache = cache<{ bytes: number; files: number }>({
  name: 'upload space',
  load: (tx, orgId) => filesKept(tx, orgId),
}).on([attachmentAdded, attachmentUpdated, attachmentRemoved], (space, events) => () => {
  for (const { op, payload } of events) {
    space.bytes = payload.upload_space_used
    if (op === 'add') space.files++
    else if (op === 'remove') space.files--
  }
})
