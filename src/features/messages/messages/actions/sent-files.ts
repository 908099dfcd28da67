import type { Mutation } from '#platform/organization'
import { claimAttachments } from '../../attachments/actions/attachment.ts'
import { canReadMessage, readerOf } from '../access/reader.ts'
import type { Sent } from './send.ts'

/** Links the message's files to it: everyone who can read the message can download them. */
export async function holdSentFiles(mutation: Mutation, { id, outgoing: { sender, rendered } }: Sent): Promise<void> {
  const { attachmentPaths: paths } = rendered
  if (paths.length === 0) return
  const viewer = mutation.org.viewer(sender.id)
  const reader =
    viewer && (await readerOf({ org: mutation.org, viewer, fetch: (cache, key) => mutation.fetch(cache, key) }))
  const canRead = (message: Parameters<typeof canReadMessage>[1]) =>
    reader !== undefined && canReadMessage(reader, message)
  await claimAttachments(mutation, { messageId: id, senderId: sender.id, paths, canRead })
}
