import { event, state, z } from '#contract'
import { Mute, MutedPlace, placeKey } from './wire.ts'

export const muteSet = event('mutes', 'set', { mute: Mute })
export const muteEnded = event('mutes', 'end', { place: MutedPlace })

/** Sorted by key. */
export const inOrder = <M extends Mute>(list: readonly M[]): M[] => {
  const keyed = list.map((mute) => ({ key: placeKey(mute), mute }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ mute }) => mute)
}

/** Sorted by key. Permanent mutes of channels and topics are in `subscriptions` and `user_topics`. */
export const mutesState = state('mutes', z.array(Mute))
  .on(muteSet, (list, { mute }) => inOrder([...list.filter((one) => placeKey(one) !== placeKey(mute)), mute]))
  .on(muteEnded, (list, { place }) => list.filter((one) => placeKey(one) !== placeKey(place)))
