import { mirror } from '#platform/organization'
import { spaceUsed } from './store.ts'

/** What all files of the organization take, so that no upload has to add it up again. */
export const uploadSpaceMirror = mirror<{ bytes: number }>({
  name: 'upload space',
  load: async (tx, orgId) => ({ bytes: await spaceUsed(tx, orgId) }),
  follow: {
    attachment: (space, events) => {
      space.bytes = events.at(-1)?.payload.upload_space_used as number
    },
  },
})
