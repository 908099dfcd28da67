import { type EventKind, eventName } from '#contract'
import type { View } from '#platform/events'

/** Serializes events of some kinds per client; events without a view are sent unchanged. */
export interface ViewOf {
  readonly names: readonly string[]
  readonly view: View
}

/** Declares the view for these kinds of events. */
export const view = <K extends EventKind>(kinds: K | readonly K[], show: View<K>): ViewOf => ({
  names: [kinds].flat().map(eventName),
  // the stored event has the emitted type
  view: show as View,
})
