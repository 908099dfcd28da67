import type { MediaKind } from './call-transport.ts'

/** Why a microphone, camera, or screen isn't there, for the help next to it. */
export type MediaProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

/** Asks for the microphone or camera, the default one if the wanted one is gone; throws a {@link MediaProblem}. */
export async function capture(kind: 'microphone' | 'camera', deviceId?: string): Promise<MediaStreamTrack> {
  const { mediaDevices } = navigator
  // browsers hide it on pages without HTTPS
  if (!mediaDevices?.getUserMedia) throw 'insecure' satisfies MediaProblem
  const stream = await mediaDevices.getUserMedia(wanted(kind, deviceId)).catch((problem: unknown) => {
    const { name } = problem as DOMException
    if (deviceId !== undefined && (name === 'OverconstrainedError' || name === 'NotFoundError'))
      return mediaDevices.getUserMedia(wanted(kind)).catch((next: unknown) => {
        throw problemOf(next)
      })
    throw problemOf(problem)
  })
  return stream.getTracks()[0] as MediaStreamTrack
}

function wanted(kind: 'microphone' | 'camera', deviceId?: string): MediaStreamConstraints {
  const device = deviceId === undefined ? {} : { deviceId: { exact: deviceId } }
  return kind === 'microphone'
    ? { audio: { ...device, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
    : { video: { ...device, width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 24 } } }
}

/** Asks which screen or window to share; undefined if the user chose none. */
export async function captureScreen(): Promise<ReadonlyMap<MediaKind, MediaStreamTrack> | undefined> {
  const stream = await navigator.mediaDevices
    .getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: true })
    .catch(() => undefined)
  if (!stream) return undefined
  const tracks = new Map<MediaKind, MediaStreamTrack>()
  for (const track of stream.getTracks()) tracks.set(track.kind === 'video' ? 'screen' : 'screenAudio', track)
  const picture = tracks.get('screen')
  if (picture && 'contentHint' in picture) picture.contentHint = 'detail'
  return tracks
}

export const canShareScreen = (): boolean => navigator.mediaDevices?.getDisplayMedia !== undefined

export function problemOf(problem: unknown): MediaProblem {
  const { name } = problem as DOMException
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'failed'
}
