import { endpoint, maxWrittenLength, text, z } from '#contract'

export const renderMessage = endpoint('POST /messages/render', {
  summary: 'Render a message',
  scope: 'read',
  params: { content: text({ max: maxWrittenLength }) },
  result: { rendered: z.string() },
})
