import { isGuest } from '#contract'
import type { QueueHost, QueueServices, Spans, View } from '#platform/events'
import type { Organization } from '#platform/organization'
import type { Feature } from '#platform/serve'
import { one } from './one.ts'

/** Services of the features for event queues. */
export function queueServices(features: readonly Feature[]): QueueServices {
  const views = new Map<string, View>()
  for (const { views: list = [] } of features)
    for (const { names, view } of list) for (const name of names) views.set(name, view)
  const spans = one(features, 'spans')
  const filter = one(features, 'queueFilter')
  const asOrganization = (host: QueueHost) => host as Organization
  return {
    views,
    filter: (host, userId, options) => filter(asOrganization(host), userId, options),
    isMember: (host, userId) => {
      const viewer = asOrganization(host).viewer(userId)
      return viewer !== undefined && !isGuest(viewer)
    },
    async watchSpans(host, userIds) {
      const org = asOrganization(host)
      const values = org.keyed(spans)
      for (const userId of userIds) values.pin(userId)
      try {
        await org.fetchAll(spans, userIds)
      } catch (error) {
        for (const userId of userIds) values.unpin(userId)
        throw error
      }
      return userIds.map((userId) => ({
        spans: () => values.peek(userId) ?? none,
        release: () => values.unpin(userId),
      }))
    },
  }
}

const none: Spans = { has: () => false, covers: () => false }
