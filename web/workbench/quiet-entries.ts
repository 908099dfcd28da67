import { policies } from '../../src/features/channels/user-topics/api.ts'
import type { Entry } from './entries.ts'
import { there } from './waiting.ts'

const topic = '#narrow/channel/1-design/topic/release.202.2E4'
const dialog = async () => {
  const { openDoNotDisturb } = await import('../do-not-disturb/dialog.tsx')
  openDoNotDisturb()
  await there('.quiet-dialog .muted-list')
}
const shown = (selector: string) => async () => void (await there(selector))
const inSecs = (secs: number) => Math.floor(Date.now() / 1000) + secs
const paused = { paused_until: inSecs(3_600), ended_until: null, hours: [] }
const hours = [
  { weekdays: [1, 2, 3, 4, 5], from: '19:00', to: '08:00' },
  { weekdays: [6, 7], from: '00:00', to: '00:00' },
]
const chosen = {
  quiet_time: { ...paused, hours },
  mutes: [
    { user_ids: [2, 3], until: null },
    { stream_id: 1, topic_name: 'colours', until: inSecs(7_200) },
  ],
  user_topics: [
    { stream_id: 1, topic_name: 'colours', visibility_policy: policies.muted, last_updated: 0 },
    {
      stream_id: 1,
      topic_name: 'a topic with a name that is about as long as names of topics are',
      visibility_policy: policies.muted,
      last_updated: 0,
    },
  ],
}
const digest = { began: 1, ended: 2, direct_messages: [150], mentions: [106], followed_topics: [130], channels: [] }

/** Quiet times and mutes. */
export const quietEntries: readonly Entry[] = [
  { name: 'quiet times, nothing chosen', hash: '#inbox', after: dialog },
  { name: 'quiet times, much chosen', hash: '#inbox', told: chosen, after: dialog },
  { name: 'notifications are paused', hash: topic, told: { quiet_time: paused }, after: shown('.quiet-line') },
  {
    name: 'what came while it was quiet',
    hash: '#inbox',
    told: { quiet_digest: digest },
    after: shown('.quiet-digest'),
  },
  {
    name: 'what came while it was quiet, where',
    hash: topic,
    told: { quiet_digest: digest },
    after: async () => (await there('.quiet-digest summary')).click(),
  },
  {
    name: 'muting a direct conversation',
    hash: '#narrow/dm/2-dm',
    told: chosen,
    after: async () => {
      const { openMute } = await import('../do-not-disturb/mute.tsx')
      openMute({ kind: 'direct', userIds: [2, 3] })
      await there('.dialog .muted-now')
    },
  },
]
