import { isGuest, seconds } from '#contract'
import { type Route, serve } from '#platform/serve'
import { uploadSpaceCache } from '../../messages/attachments/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { dayName, dayOf, fileKinds } from './actions.ts'
import * as api from './api.ts'
import { quotasUsed } from './quotas-used.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getStatistics, async ({ org, read }, { days }) => {
    const today = dayOf(org.now())
    const first = today - days + 1
    const { counts, at } = await read(async (tx) => ({
      // files are counted hourly, so around midnight the newest numbers are yesterday's
      counts: await store.list(tx, org.id, Math.min(first, today - 1)),
      at: await store.countedAt(tx, org.id),
    }))
    const quotas = await quotasUsed(org)
    const values = new Map(counts.map(({ day, kind, value }) => [`${day} ${kind}`, value]))
    const of = (day: number, kind: string): number | null => values.get(`${day} ${kind}`) ?? null
    const files = (day: number, what: 'bytes' | 'files', kind: string) => of(day, `${what}_${kind}`)
    const filesDay = files(today, 'bytes', 'other') === null ? today - 1 : today
    const everyone = org
      .get(peopleCache)
      .all()
      .filter(({ isSystemBot }) => !isSystemBot)
    const people = everyone.filter(({ botType, isActive }) => botType === null && isActive)
    const guests = people.filter(isGuest).length
    return {
      people: {
        members: people.length - guests,
        guests,
        bots: everyone.filter(({ botType, isActive }) => botType !== null && isActive).length,
        deactivated: everyone.filter(({ botType, isActive }) => botType === null && !isActive).length,
      },
      days: Array.from({ length: days }, (_, at) => {
        const day = first + at
        const isCounted = files(day, 'bytes', 'other') !== null
        return {
          day: dayName(day),
          messages: {
            public_channels: of(day, 'public_channels') ?? 0,
            private_channels: of(day, 'private_channels') ?? 0,
            direct: of(day, 'direct') ?? 0,
          },
          messages_by_bots: of(day, 'by_bots') ?? 0,
          active_people: of(day, 'active'),
          active_people_week: of(day, 'active_week'),
          people: of(day, 'people'),
          upload_bytes: isCounted ? fileKinds.reduce((sum, kind) => sum + (files(day, 'bytes', kind) ?? 0), 0) : null,
        }
      }),
      storage: fileKinds.map((kind) => ({
        kind,
        bytes: files(filesDay, 'bytes', kind) ?? 0,
        files: files(filesDay, 'files', kind) ?? 0,
      })),
      upload_bytes: org.get(uploadSpaceCache).bytes,
      quotas,
      counted_at: at && seconds(at),
    }
  }),
]
