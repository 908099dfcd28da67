import { type LocalParticipant, type LocalTrack, Track, type TrackPublishOptions, VideoPresets } from 'livekit-client'
import { type MediaKind, mediaKinds } from './call-transport.ts'

const optionsOf: Readonly<Record<MediaKind, TrackPublishOptions>> = {
  microphone: { source: Track.Source.Microphone, dtx: true, red: true, audioPreset: { maxBitrate: 32_000 } },
  camera: {
    source: Track.Source.Camera,
    simulcast: true,
    videoEncoding: { maxBitrate: 1_200_000, maxFramerate: 24 },
    videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360],
  },
  screen: {
    source: Track.Source.ScreenShare,
    simulcast: false,
    screenShareEncoding: { maxBitrate: 1_500_000, maxFramerate: 15 },
  },
  screenAudio: { source: Track.Source.ScreenShareAudio, dtx: false, red: false, audioPreset: { maxBitrate: 64_000 } },
}

/** Retries a failure once, after this: without a change, most fail again. */
const retryMs = 4_000

interface Sent {
  readonly published: LocalTrack
  /** Null while it's muted. */
  track: MediaStreamTrack | null
}

/** Publishes the wanted tracks, one step at a time for each kind, and all of them again on a new connection. */
export class LiveKitSender {
  readonly #wanted = new Map<MediaKind, MediaStreamTrack>()
  #sent = new Map<MediaKind, Sent>()
  readonly #busy = new Set<MediaKind>()
  /** Failures that are retried, or already were. */
  readonly #failed = new Map<MediaKind, MediaStreamTrack | null>()
  #participant: LocalParticipant | undefined

  /** Switches to another connection, or to none. */
  use(participant: LocalParticipant | undefined): void {
    this.#participant = participant
    this.#sent = new Map()
    this.retry()
  }

  /** Tries again what failed. */
  retry(): void {
    this.#failed.clear()
    for (const kind of mediaKinds) void this.#settle(kind)
  }

  publish(kind: MediaKind, track: MediaStreamTrack | null): void {
    if (track) this.#wanted.set(kind, track)
    else this.#wanted.delete(kind)
    void this.#settle(kind)
  }

  async #settle(kind: MediaKind): Promise<void> {
    if (this.#busy.has(kind)) return
    this.#busy.add(kind)
    try {
      for (;;) {
        const participant = this.#participant
        const sent = this.#sent
        const wanted = this.#wanted.get(kind) ?? null
        if (!participant || (sent.get(kind)?.track ?? null) === wanted) return
        const hasFailed = await this.#send(participant, sent, kind, wanted).catch(() => true)
        const isSame = this.#participant === participant && (this.#wanted.get(kind) ?? null) === wanted
        if (!hasFailed) this.#failed.delete(kind)
        else if (isSame) return this.#tryLater(kind, wanted)
      }
    } finally {
      this.#busy.delete(kind)
    }
  }

  #tryLater(kind: MediaKind, wanted: MediaStreamTrack | null): void {
    if (this.#failed.get(kind) === wanted) return
    this.#failed.set(kind, wanted)
    setTimeout(() => void this.#settle(kind), retryMs)
  }

  async #send(
    participant: LocalParticipant,
    all: Map<MediaKind, Sent>,
    kind: MediaKind,
    track: MediaStreamTrack | null,
  ): Promise<boolean> {
    const sent = all.get(kind)
    if (!sent && track) {
      const { track: published } = await participant.publishTrack(track, optionsOf[kind])
      if (published) all.set(kind, { published, track })
      return !published
    }
    if (sent && track) {
      await sent.published.replaceTrack(track, true)
      await sent.published.unmute()
      sent.track = track
    } else if (sent && kind === 'microphone') {
      // stays published, so that unmuting is instant
      await sent.published.mute()
      sent.track = null
    } else if (sent) {
      await participant.unpublishTrack(sent.published.mediaStreamTrack, false)
      all.delete(kind)
    }
    return false
  }
}
