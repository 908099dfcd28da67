import { endpoint, int, z } from '#contract'
import { quotaNames } from '../../people/organization/quota-names.ts'

const maxDays = 731

/** Null if it wasn't counted that day. */
const counted = int.nullable()

export const DayStatistics = z.object({
  /** `2026-11-22`, in UTC. */
  day: z.string(),
  /** Sent on that day, by place; deleted ones count if they existed when they were counted. */
  messages: z.object({ public_channels: int, private_channels: int, direct: int }),
  messages_by_bots: int,
  /** Users active on that day, and in the seven days up to it. */
  active_people: counted,
  active_people_week: counted,
  /** Active human accounts. */
  people: counted,
  /** Bytes of all uploads. */
  upload_bytes: counted,
})

export const getStatistics = endpoint('GET /statistics', {
  summary: 'Get usage statistics',
  caller: 'administrator',
  params: { days: int.min(1).max(maxDays).default(30) },
  result: {
    /** Current. */
    people: z.object({ members: int, guests: int, bots: int, deactivated: int }),
    /** One per day, today last. */
    days: z.array(DayStatistics),
    /** Uploads by type, counted hourly. */
    storage: z.array(z.object({ kind: z.enum(['image', 'video', 'audio', 'text', 'other']), bytes: int, files: int })),
    /** All uploads, current. */
    upload_bytes: int,
    /** Null for no limit: files in MiB, messages of the last minute, connected clients. */
    quotas: z.array(z.object({ name: z.enum(quotaNames), most: counted, used: int })),
    /** When messages and users were last counted, in UNIX seconds; null if never. */
    counted_at: int.nullable(),
  },
})
