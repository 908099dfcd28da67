import { apiError, endpoint, event, id, int, z } from '#contract'

/**
 * A file that somebody has uploaded, as its owner sees it. Times are UNIX seconds (since level 443). compat: clients
 * from before level 472 read `messages`, later ones `message_ids`.
 */
export const Attachment = z.object({
  id: int,
  name: z.string(),
  /** The file's address is `/user_uploads/` and this. */
  path_id: z.string(),
  size: int,
  create_time: int,
  message_ids: z.array(int),
  messages: z.array(z.object({ id: int, date_sent: int })),
})
export type Attachment = z.infer<typeof Attachment>

/** What an edit took out of the last message that held it. Times are UNIX milliseconds. */
export const DetachedUpload = Attachment.omit({ message_ids: true })
export type DetachedUpload = z.infer<typeof DetachedUpload>

/** The files of the whole organization, in bytes. */
const upload_space_used = int

export const noSuchAttachment = apiError(400, 'BAD_REQUEST', 'Invalid attachment')

export const getAttachments = endpoint('GET /attachments', {
  summary: 'Get your uploaded files',
  result: { attachments: z.array(Attachment), upload_space_used },
})

export const removeAttachment = endpoint('DELETE /attachments/{attachment_id}', {
  summary: 'Delete an uploaded file',
  params: { attachment_id: id },
  errors: [noSuchAttachment],
})

export const attachmentAdded = event('attachment', 'add', { attachment: Attachment, upload_space_used })
export const attachmentUpdated = event('attachment', 'update', { attachment: Attachment, upload_space_used })
export const attachmentRemoved = event('attachment', 'remove', { attachment: z.object({ id: int }), upload_space_used })
