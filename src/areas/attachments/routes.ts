import { type Route, serve } from '#platform/serve'
import { removeAttachments, toWire } from './actions/attachment.ts'
import * as api from './api.ts'
import { performRemovals } from './due.ts'
import { uploadSpaceMirror } from './mirror.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getAttachments, ({ viewer, org, read }) =>
    read(async (tx) => {
      const rows = await store.ofOwner(tx, viewer.id)
      const holders = await store.holders(
        tx,
        rows.map(({ id }) => id),
      )
      return {
        attachments: rows.map((row) => toWire(row, holders)),
        upload_space_used: org.get(uploadSpaceMirror).bytes,
      }
    }),
  ),
  serve(api.removeAttachment, async ({ org, server, write }, { attachment_id }) => {
    await write(async (act) => {
      const [row] = await store.byId(act.tx, org.id, [attachment_id])
      if (row?.owner_id !== act.viewer.id) throw api.noSuchAttachment()
      await removeAttachments(act, [row])
    })
    await performRemovals(org, server.blobs)
    return {}
  }),
]
