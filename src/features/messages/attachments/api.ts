import { apiError, endpoint, event, id, int, z } from '#contract'

/**
 * An uploaded file, as its owner sees it. Times are UNIX seconds (since level 443). compat: clients from before level
 * 472 read `messages`, later ones `message_ids`.
 */
export const Attachment = z.object({
  id: int,
  name: z.string(),
  /** The file's URL is `/user_uploads/` followed by this. */
  path_id: z.string(),
  size: int,
  create_time: int,
  message_ids: z.array(int),
  messages: z.array(z.object({ id: int, date_sent: int })),
})
export type Attachment = z.infer<typeof Attachment>

/** A file that an edit removed from the last message that linked to it. Times are UNIX milliseconds. */
export const DetachedUpload = Attachment.omit({ message_ids: true })
export type DetachedUpload = z.infer<typeof DetachedUpload>

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
