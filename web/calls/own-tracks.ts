import { ApiError } from '#contract'
import { updateSession } from '../../src/features/calls/calls/api.ts'
import { toast } from '../parts/toast.ts'
import { c } from '../texts/calls.ts'
import { api } from '../transport/api.ts'
import { carrier, isHeld, ownCall, ownSession, problems, sending } from './call-state.ts'
import type { MediaKind } from './call-transport.ts'
import { chosenDevice, type Device, type DeviceKind, keepDevice } from './devices.ts'
import { LatestReport } from './latest-report.ts'
import { capture, captureScreen, type MediaProblem } from './own-media.ts'
import { pushesToTalk } from './push-to-talk.ts'
import { endStandby, hasStandby, isStandby, keepStandby, stop, takeStandby } from './standby.ts'

export type InputKind = 'microphone' | 'camera'

const fieldOf = { microphone: 'audio', camera: 'video', screen: 'screen' } as const

/** What is being opened: the browser may be asking the user. */
const opening = new Set<MediaKind>()
let soundReport = newSoundReport()

/** For one call: what's in progress when it ends changes nothing in the next one. */
function newSoundReport(): LatestReport {
  const report: LatestReport = new LatestReport(async (audio) => {
    if (report === soundReport) await tellOthers({ audio })
  })
  return report
}

function noteProblem(kind: InputKind, problem: MediaProblem | undefined): void {
  const rest = [...problems.peek()].filter(([one]) => one !== kind)
  problems.value = new Map(problem === undefined ? rest : [...rest, [kind, problem]])
}

/** Opens the chosen device; undefined if that fails, with the reason in `problems`. */
export async function captured(kind: InputKind): Promise<MediaStreamTrack | undefined> {
  for (;;) {
    const wanted = chosenDevice(kind)
    try {
      const track = await capture(kind, wanted)
      if (wanted === chosenDevice(kind)) {
        noteProblem(kind, undefined)
        return track
      }
      // another one was chosen in the meantime
      track.stop()
    } catch (problem) {
      if (wanted !== chosenDevice(kind)) continue
      noteProblem(kind, problem as MediaProblem)
      return undefined
    }
  }
}

/** Opens a device for the current call; undefined if that fails or the call is over by then. */
async function opened(kind: InputKind): Promise<MediaStreamTrack | undefined> {
  const own = ownCall.peek()
  const track = await captured(kind)
  if (own && own === ownCall.peek()) return track
  track?.stop()
  return undefined
}

/** Nothing more happens while one attempt is in progress: each would open a device of its own. */
async function once(kind: MediaKind, work: () => Promise<void>): Promise<void> {
  if (opening.has(kind)) return
  opening.add(kind)
  try {
    await work()
  } finally {
    opening.delete(kind)
  }
}

/** Sends the track in the place of the one before. */
export function send(kind: MediaKind, track: MediaStreamTrack): void {
  const before = sending.peek().get(kind)
  sending.value = new Map([...sending.peek(), [kind, track]])
  carrier.transport?.publish(kind, track)
  if (before && before !== track) stop(before)
  // a device that's unplugged, or "Stop sharing" in the browser
  const ended = () => void (kind === 'microphone' || kind === 'camera' ? useAnother(kind, track) : turnOff(kind))
  track.onended = ended
  // it ended while the call was being joined
  if (track.readyState === 'ended') ended()
}

/** The microphone or camera stopped by itself: another one takes its place, and the user hears of it. */
async function useAnother(kind: InputKind, stopped: MediaStreamTrack): Promise<void> {
  let problem: MediaProblem | undefined
  const track = await capture(kind).catch((reason: MediaProblem) => {
    problem = reason
    return undefined
  })
  // turned off, or replaced
  if (sending.peek().get(kind) !== stopped) return track?.stop()
  if (!track) {
    noteProblem(kind, problem)
    return turnOff(kind)
  }
  send(kind, track)
  toast(c.usesOther(track.label))
}

export function stopTracks(): void {
  isHeld.value = false
  for (const track of sending.peek().values()) stop(track)
  sending.value = new Map()
  endStandby()
  soundReport.cancel()
  soundReport = newSoundReport()
}

function withdraw(kind: MediaKind): MediaStreamTrack | undefined {
  const track = sending.peek().get(kind)
  if (!track) return undefined
  sending.value = new Map([...sending.peek()].filter(([one]) => one !== kind))
  carrier.transport?.publish(kind, null)
  return track
}

export async function turnOff(kind: MediaKind): Promise<void> {
  if (kind === 'microphone') isHeld.value = false
  const track = withdraw(kind)
  if (!track) return
  stop(track)
  if (kind === 'screen') await turnOff('screenAudio')
  if (kind === 'microphone') await soundReport.tell(false).catch(() => {})
  else if (kind !== 'screenAudio') await tellOthers({ [fieldOf[kind]]: false })
}

async function tellOthers(changes: { audio?: boolean; video?: boolean; screen?: boolean; hand?: boolean }) {
  const own = ownCall.peek()
  if (own) await api.call(updateSession, { call_id: own.callId, session_id: own.sessionId, ...changes })
}

/** Turns the microphone or camera on or off. */
export function toggle(kind: InputKind): Promise<void> {
  return sending.value.has(kind) ? turnOff(kind) : once(kind, () => turnOn(kind))
}

async function turnOn(kind: InputKind): Promise<void> {
  const own = ownCall.peek()
  const track = (kind === 'microphone' ? takeStandby() : undefined) ?? (await opened(kind))
  if (!track) return
  await refusable(
    async () => {
      await (kind === 'microphone' ? soundReport.tell(true) : tellOthers({ video: true }))
      if (own !== ownCall.peek()) return stop(track)
      // on until it's turned off, even if the key is down
      if (kind === 'microphone') isHeld.value = false
      send(kind, track)
    },
    () => stop(track),
  )
}

/** Whether the key to talk is down. It changes nothing while the microphone is on by its button. */
export function hold(next: boolean): void {
  if (next && !sending.peek().has('microphone')) {
    isHeld.value = true
    void talk()
  } else if (!next && isHeld.peek()) silence()
}

/** A microphone that opens slowly stays off if the key was released by then. */
async function talk(): Promise<void> {
  if (!hasStandby())
    await once('microphone', async () => {
      const track = await opened('microphone')
      if (!track) return
      if (pushesToTalk.peek()) keepStandby(track)
      else stop(track)
    })
  const track = isHeld.peek() ? takeStandby() : undefined
  if (!track) return
  send('microphone', track)
  await soundReport.tell(true).catch(() => {})
}

function silence(): void {
  isHeld.value = false
  const track = withdraw('microphone')
  if (!track) return
  keepStandby(track)
  soundReport.tellLater(false)
}

/** Push-to-talk was turned on or off: with it, the microphone is off until the key is held. */
export function followPushToTalk(): void {
  if (pushesToTalk.peek() || isHeld.peek()) silence()
  if (!pushesToTalk.peek()) endStandby()
}

export function toggleScreen(): Promise<void> {
  return sending.value.has('screen') ? turnOff('screen') : once('screen', shareScreen)
}

async function shareScreen(): Promise<void> {
  const own = ownCall.peek()
  const tracks = await captureScreen()
  if (!tracks) return
  const stopAll = () => {
    for (const track of tracks.values()) track.stop()
  }
  if (!own || own !== ownCall.peek()) return stopAll()
  await refusable(async () => {
    await tellOthers({ screen: true })
    if (own !== ownCall.peek()) return stopAll()
    for (const [kind, track] of tracks) send(kind, track)
  }, stopAll)
}

export const toggleHand = (): Promise<void> => refusable(() => tellOthers({ hand: ownSession.value?.hand_at === null }))

/** Uses another device, at once if that kind is on. */
export async function chooseDevice(kind: DeviceKind, id: string | undefined): Promise<void> {
  keepDevice(kind, id)
  if (kind === 'speaker') return
  if (kind === 'microphone') endStandby()
  const before = sending.peek().get(kind)
  if (!before) return
  const track = await captured(kind)
  if (!track) return
  // turned off in the meantime, or a later choice came first
  if (sending.peek().get(kind) === before) send(kind, track)
  else if (isStandby(before)) keepStandby(track)
  else track.stop()
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
