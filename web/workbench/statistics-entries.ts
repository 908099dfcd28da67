import type { Entry } from './entries.ts'
import { day, secs, told } from './organization-team.ts'
import { pressed } from './settings-page.ts'
import { now } from './team.ts'

const wave = (index: number, most: number) => Math.round((most / 2) * (1 + Math.sin(index / 2.2)))
const statistics = {
  people: { members: 41, guests: 3, bots: 4, deactivated: 7 },
  days: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(now.getTime() - (29 - index) * day * 1000).toISOString().slice(0, 10),
    messages: {
      public_channels: wave(index, 400),
      private_channels: wave(index + 2, 120),
      direct: wave(index + 4, 90),
    },
    messages_by_bots: wave(index, 40),
    active_people: index < 4 ? null : wave(index, 30),
    active_people_week: index < 4 ? null : 38,
    people: index < 4 ? null : 44,
    upload_bytes: index < 4 ? null : 3_400_000_000 + index * 10_000_000,
  })),
  storage: [
    { kind: 'image', bytes: 2_100_000_000, files: 4_200 },
    { kind: 'video', bytes: 1_200_000_000, files: 31 },
    { kind: 'audio', bytes: 0, files: 0 },
    { kind: 'text', bytes: 390_000_000, files: 812 },
    { kind: 'other', bytes: 7_000_000, files: 1 },
  ],
  upload_bytes: 3_697_000_000,
  quotas: [
    { name: 'upload_mib', most: 5_000, used: 3_526 },
    { name: 'messages_per_minute', most: 600, used: 41 },
    { name: 'event_queues', most: null, used: 57 },
  ],
  counted_at: secs,
}

export const statisticsEntries: readonly Entry[] = [
  {
    name: 'statistics',
    hash: '#organization/statistics',
    told,
    answers: { 'GET /statistics': statistics },
    after: pressed('.settings-page summary'),
  },
]
