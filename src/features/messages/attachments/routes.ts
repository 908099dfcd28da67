import { type Route, serve } from '#platform/serve'
import { removeAttachments, withHolders } from './actions/attachment.ts'
import * as api from './api.ts'
import { uploadSpaceCache } from './cache.ts'
import { performRemovals } from './due.ts'
import * as store from './store.ts'

/** Files per page: a user can have very many, and other requests run in between. */
const pieceLength = 1_000

export const routes: readonly Route[] = [
  serve(api.getAttachments, ({ viewer, org, read }) =>
    read(async (tx) => {
      const attachments: api.Attachment[] = []
      for (let after = 0; ; after = attachments.at(-1)?.id ?? 0) {
        const rows = await store.ofOwner(tx, viewer.id, after, pieceLength)
        attachments.push(...(await withHolders(tx, rows)))
        if (rows.length < pieceLength) return { attachments, upload_space_used: org.get(uploadSpaceCache).bytes }
      }
    }),
  ),
  serve(api.removeAttachment, async ({ org, server, transact }, { attachment_id }) => {
    await transact(async (mutation) => {
      const [row] = await store.byId(mutation.tx, org.id, [attachment_id])
      if (row?.owner_id !== mutation.viewer.id) throw api.noSuchAttachment()
      await removeAttachments(mutation, [row])
    })
    await performRemovals(org, server.blobs)
    return {}
  }),
]
