import { policies } from '../../src/features/channels/user-topics/api.ts'
import { mutePlace, unmutePlace } from '../../src/features/messages/mutes/api.ts'
import { placeName } from '../entities/place.tsx'
import type { Conversation } from '../narrow/narrow.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { channel, isMuted, policyOf } from '../store/channels.ts'
import { isMutedDirect, muteOf } from '../store/mutes.ts'
import { setTopicPolicy } from '../store/topic-policies.ts'
import { t } from '../texts/quiet.ts'
import { api } from '../transport/api.ts'
import { inSeconds, whenText } from './times.ts'

export type MutablePlace = Conversation | { readonly kind: 'channel'; readonly channelId: number }

export const mutableName = (place: MutablePlace): string =>
  place.kind === 'channel' ? `#${channel(place.channelId)?.name ?? ''}` : placeName(place)

export const isMutedPlace = (place: MutablePlace): boolean =>
  place.kind === 'direct'
    ? isMutedDirect(place.userIds)
    : place.kind === 'topic'
      ? isMuted(place.channelId, place.topic)
      : Boolean(channel(place.channelId)?.is_muted)

/** When a mute ends; undefined if the place isn't muted or the mute has no end. */
export function mutedUntil(place: MutablePlace): Date | undefined {
  const until = muteOf(place)?.until
  return until == null ? undefined : new Date(until * 1000)
}

const paramsOf = (place: MutablePlace) =>
  place.kind === 'direct'
    ? { user_ids: [...place.userIds] }
    : { stream_id: place.channelId, ...(place.kind === 'topic' ? { topic: place.topic } : {}) }

export const mutedText = (name: string, until: Date | undefined): string =>
  until ? t.mutedNowUntil(name, whenText(until)) : t.mutedNowForGood(name)

const mutePlaceUntil = (place: MutablePlace, at: Date | undefined) =>
  api.call(mutePlace, { ...paramsOf(place), ...(at ? { until: inSeconds(at) } : {}) })

/** Returns a function that restores the current mute state. */
function undoFor(place: MutablePlace): () => void {
  const policy = place.kind === 'topic' ? policyOf(place.channelId, place.topic) : policies.none
  if (place.kind === 'topic' && (policy === policies.followed || policy === policies.unmuted))
    return () => void setTopicPolicy(place.channelId, place.topic, policy).catch(showRefusal)
  if (!isMutedPlace(place)) return () => void unmute(place)
  const until = mutedUntil(place)
  return () => void mutePlaceUntil(place, until).catch(showRefusal)
}

/** Mutes a place, permanently if there's no end time, and offers to undo it. */
export async function mute(place: MutablePlace, at: Date | undefined): Promise<void> {
  const run = undoFor(place)
  await mutePlaceUntil(place, at)
  toast(mutedText(mutableName(place), at), { label: t.undo, run })
}

export async function endMute(place: MutablePlace): Promise<void> {
  const run = undoFor(place)
  await api.call(unmutePlace, paramsOf(place))
  toast(t.unmuted(mutableName(place)), { label: t.undo, run })
}

export const unmute = (place: MutablePlace): Promise<void> =>
  api.call(unmutePlace, paramsOf(place)).then(() => toast(t.unmuted(mutableName(place))), showRefusal)
