import { endpoint, int, z } from '#contract'
import { quotaNames } from '../organization/quota-names.ts'

const mostDays = 731

/** Null: not counted on that day. */
const counted = int.nullable()

export const DayStatistics = z.object({
  /** `2026-11-22`, in UTC. */
  day: z.string(),
  /** Sent on that day, by where; deleted ones count where they were there when they were counted. */
  messages: z.object({ public_channels: int, private_channels: int, direct: int }),
  /** Of these, by bots. */
  messages_by_bots: int,
  /** People who were there on that day, and in the seven days that end with it. */
  active_people: counted,
  active_people_week: counted,
  /** Accounts of people that could act. */
  people: counted,
  /** Bytes of all uploads. */
  upload_bytes: counted,
})

export const getStatistics = endpoint('GET /statistics', {
  summary: 'Get usage statistics',
  caller: 'administrator',
  params: { days: int.min(1).max(mostDays).default(30) },
  result: {
    /** As it is now. */
    people: z.object({ members: int, guests: int, bots: int, deactivated: int }),
    /** One for each day, today last. */
    days: z.array(DayStatistics),
    /** Uploads by what they are, as they were last counted, within the hour. */
    storage: z.array(z.object({ kind: z.enum(['image', 'video', 'audio', 'text', 'other']), bytes: int, files: int })),
    /** Of all uploads, as it is now. */
    upload_bytes: int,
    /**
     * What the organization may have of each (null for no limit) and what it has: files in MiB, messages of the last minute,
     * clients that are connected.
     */
    quotas: z.array(z.object({ name: z.enum(quotaNames), most: counted, used: int })),
    /** UNIX seconds, when messages and people were last counted; null: not yet. */
    counted_at: int.nullable(),
  },
})
