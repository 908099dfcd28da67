import { type EventKind, eventName } from '#contract'
import type { View } from '#platform/events'

/** How events of some kinds look to a client; events without a view are sent as they are. */
export interface ViewOf {
  readonly names: readonly string[]
  readonly view: View
}

/** Declares how events of these kinds look to a client. */
export const view = <K extends EventKind>(kinds: K | readonly K[], show: View<K>): ViewOf => ({
  names: [kinds].flat().map(eventName),
  // what was kept is what was emitted
  view: show as View,
})
