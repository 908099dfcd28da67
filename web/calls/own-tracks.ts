import { ApiError } from '#contract'
import { updateSession } from '../../src/features/calls/calls/api.ts'
import { toast } from '../parts/toast.ts'
import { c } from '../texts/calls.ts'
import { api } from '../transport/api.ts'
import { carrier, ownCall, ownSession, problems, sending } from './call-state.ts'
import type { MediaKind } from './call-transport.ts'
import { chosenDevice, connectedDevice, type Device, type DeviceKind, keepDevice } from './devices.ts'
import { capture, captureScreen, type MediaProblem } from './own-media.ts'
import { pushesToTalk } from './push-to-talk.ts'

export type InputKind = 'microphone' | 'camera'

const fieldOf = { microphone: 'audio', camera: 'video', screen: 'screen' } as const

/** Kept open between the times that the user holds the key: opening a microphone takes too long. */
let standby: MediaStreamTrack | undefined
let isHeld = false

export async function captured(kind: InputKind): Promise<MediaStreamTrack | undefined> {
  try {
    return await capture(kind, connectedDevice(kind))
  } catch (problem) {
    problems.value = new Map([...problems.value, [kind, problem as MediaProblem]])
    return undefined
  }
}

export function send(kind: MediaKind, track: MediaStreamTrack): void {
  sending.value = new Map([...sending.peek(), [kind, track]])
  carrier.mesh?.publish(kind, track)
  // a device that's unplugged, or "Stop sharing" in the browser
  track.onended = () => void (kind === 'microphone' || kind === 'camera' ? useAnother(kind) : turnOff(kind))
}

/** The microphone or camera stopped by itself: another one takes its place, and the user hears of it. */
async function useAnother(kind: InputKind): Promise<void> {
  const track = await capture(kind).catch(() => undefined)
  if (!sending.peek().has(kind) || !ownCall.peek()) return track?.stop()
  if (!track) {
    problems.value = new Map([...problems.value, [kind, 'missing']])
    return turnOff(kind)
  }
  send(kind, track)
  toast(c.usesOther(track.label))
}

export function stopTracks(): void {
  for (const track of sending.peek().values()) stop(track)
  sending.value = new Map()
  endStandby()
}

function stop(track: MediaStreamTrack): void {
  track.onended = null
  track.stop()
}

function endStandby(): void {
  if (standby) stop(standby)
  standby = undefined
}

function withdraw(kind: MediaKind): MediaStreamTrack | undefined {
  const track = sending.peek().get(kind)
  sending.value = new Map([...sending.peek()].filter(([one]) => one !== kind))
  carrier.mesh?.publish(kind, null)
  return track
}

export async function turnOff(kind: MediaKind): Promise<void> {
  if (kind === 'microphone') isHeld = false
  const track = withdraw(kind)
  if (!track) return
  if (track === standby) standby = undefined
  stop(track)
  if (kind === 'screen') await turnOff('screenAudio')
  if (kind !== 'screenAudio') await tellOthers({ [fieldOf[kind]]: false })
}

async function tellOthers(changes: { audio?: boolean; video?: boolean; screen?: boolean; hand?: boolean }) {
  const own = ownCall.peek()
  if (own) await api.call(updateSession, { call_id: own.callId, session_id: own.sessionId, ...changes })
}

/** Turns the microphone or camera on or off. */
export async function toggle(kind: InputKind): Promise<void> {
  if (sending.value.has(kind)) return turnOff(kind)
  problems.value = new Map([...problems.peek()].filter(([one]) => one !== kind))
  const track = await captured(kind)
  if (!track) return
  if (!ownCall.peek()) return track.stop()
  await refusable(
    async () => {
      await tellOthers({ [fieldOf[kind]]: true })
      send(kind, track)
    },
    () => track.stop(),
  )
}

/** Opens the microphone while the user holds the key. */
async function talk(): Promise<void> {
  if (sending.peek().has('microphone')) return
  standby ??= await captured('microphone')
  if (!standby || !ownCall.peek() || !pushesToTalk.peek()) return endStandby()
  if (!isHeld) return
  standby.enabled = true
  send('microphone', standby)
  await tellOthers({ audio: true }).catch(() => {})
}

/** Whether the key to talk is down; a microphone that opens slowly stays off if it was released by then. */
export function hold(next: boolean): void {
  isHeld = next
  void (next ? talk() : silence())
}

/** Keeps the microphone open but sends nothing. */
async function silence(): Promise<void> {
  const track = withdraw('microphone')
  if (!track) return
  track.enabled = false
  track.onended = () => {
    standby = undefined
  }
  standby = track
  await tellOthers({ audio: false }).catch(() => {})
}

/** Push-to-talk was turned on or off: with it, the microphone is off until the key is held. */
export async function followPushToTalk(): Promise<void> {
  isHeld = false
  if (pushesToTalk.peek()) await silence()
  else endStandby()
}

export async function toggleScreen(): Promise<void> {
  if (sending.value.has('screen')) return turnOff('screen')
  const tracks = await captureScreen()
  if (!tracks) return
  const stopAll = () => {
    for (const track of tracks.values()) track.stop()
  }
  if (!ownCall.peek()) return stopAll()
  await refusable(async () => {
    await tellOthers({ screen: true })
    for (const [kind, track] of tracks) send(kind, track)
  }, stopAll)
}

export const toggleHand = (): Promise<void> => refusable(() => tellOthers({ hand: ownSession.value?.hand_at === null }))

/** Uses another device, at once if that kind is on. */
export async function chooseDevice(kind: DeviceKind, id: string | undefined): Promise<void> {
  keepDevice(kind, id)
  if (kind === 'speaker') return
  if (kind === 'microphone') endStandby()
  if (!sending.peek().has(kind)) return
  const track = await captured(kind)
  const before = sending.peek().get(kind)
  if (!track) return
  if (!before) return track.stop()
  stop(before)
  send(kind, track)
}

/** Says so when the device in use is gone, and goes back to the chosen one when it's connected again. */
export function devicesChanged(added: readonly Device[], removed: readonly Device[]): void {
  for (const device of removed)
    if (device.kind === 'speaker' && device.id === chosenDevice('speaker')) toast(c.speakerGone(device.label))
  for (const { kind, id, label } of added) {
    if (kind !== 'speaker' && id === chosenDevice(kind) && sending.peek().has(kind))
      void chooseDevice(kind, id).then(() => toast(c.usesOther(label)))
  }
}

export async function refusable(work: () => Promise<void>, undo = () => {}): Promise<void> {
  try {
    await work()
  } catch (problem) {
    undo()
    toast(problem instanceof ApiError ? problem.message : c.cannotJoin)
  }
}
