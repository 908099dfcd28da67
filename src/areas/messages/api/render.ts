import { endpoint, maxWrittenLength, text, z } from '#contract'

export const renderMessage = endpoint('POST /messages/render', {
  summary: 'Show what a text would look like as a message',
  scope: 'read',
  params: { content: text({ max: maxWrittenLength }) },
  result: { rendered: z.string() },
})
