import type { Mutation } from '#platform/organization'
import * as api from '../api.ts'
import { type LiveCall, sessionOf } from '../call.ts'
import { capacityOf } from '../capacity.ts'
import { maxScreens } from '../limits.ts'
import { callAudience, serializeSession } from '../serialize.ts'
import * as store from '../store.ts'

interface Changes {
  readonly audio?: boolean | undefined
  readonly video?: boolean | undefined
  readonly screen?: boolean | undefined
  readonly hand?: boolean | undefined
}

/** The viewer's own session. */
export async function changeSession(
  mutation: Mutation,
  call: LiveCall,
  session_id: string,
  { audio, video, screen, hand }: Changes,
): Promise<void> {
  const before = sessionOf(call, session_id)
  if (before?.user_id !== mutation.viewer.id) throw api.sessionGone()
  const others = call.sessions.filter((one) => one !== before)
  const { cameras } = capacityOf(mutation.org.services.config, call)
  if (video && others.filter((one) => one.video).length >= cameras) throw api.tooManyCameras({}, { limit: cameras })
  if (screen && others.filter((one) => one.screen).length >= maxScreens) throw api.screenShared()
  const after = {
    ...before,
    audio: audio ?? before.audio,
    video: video ?? before.video,
    screen: screen ?? before.screen,
    // a hand that's already raised keeps its place in the order
    hand_at: hand === undefined ? before.hand_at : hand ? (before.hand_at ?? mutation.now) : null,
  }
  const { hand_at } = after
  if (
    after.audio === before.audio &&
    after.video === before.video &&
    after.screen === before.screen &&
    hand_at === before.hand_at
  )
    return
  const { audio: sound, video: camera, screen: shared } = after
  await store.changeSession(mutation.tx, call.id, session_id, {
    audio: sound,
    video: camera,
    screen: shared,
    hand_at,
  })
  mutation.emit(
    api.sessionUpdated,
    { call_id: call.id, session: serializeSession(after) },
    callAudience(mutation, call),
  )
}
