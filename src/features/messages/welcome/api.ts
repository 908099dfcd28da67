import { endpoint } from '#contract'

export const removeSampleTopics = endpoint('DELETE /sample_topics', {
  summary: 'Delete the sample messages of a new organization; replies to them stay',
  scope: 'admin',
  caller: 'administrator',
})
