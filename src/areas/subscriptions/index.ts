import type { Area } from '#platform/serve'
import { subscriptionsMirror } from './mirror.ts'

export const subscriptionsArea: Area = {
  name: 'subscriptions',
  keyedMirrors: [subscriptionsMirror],
  spans: subscriptionsMirror,
}
