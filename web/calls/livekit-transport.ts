import {
  DisconnectReason,
  LogLevel,
  type RemoteParticipant,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  type TrackPublication,
} from 'livekit-client'
import { Absences } from './absences.ts'
import {
  type CallTransport,
  type LinkReport,
  type MediaKind,
  mediaKinds,
  type TransportEvents,
} from './call-transport.ts'
import { reportsOf } from './livekit-reports.ts'
import { LiveKitSender } from './livekit-sender.ts'

export interface LiveKitAccess {
  readonly url: string
  readonly token: string
}

interface LiveKitOptions extends TransportEvents {
  readonly configuration: RTCConfiguration
  readonly access: LiveKitAccess
  /** Gets a new token for the same session, since tokens are valid only for seconds. */
  renew(): Promise<LiveKitAccess>
  /** The session is no longer in the call, or connected elsewhere. */
  onGone(why: 'ended' | 'moved'): void
  /** Whether an error from `renew` means that the session can't come back. */
  isFinal(problem: unknown): boolean
}

const longestPauseMs = 15_000
/** Someone who's removed may be disconnected this long before the event that says so arrives. */
const removalNoticeMs = 3_000

const kindOf: Partial<Record<Track.Source, MediaKind>> = {
  [Track.Source.Microphone]: 'microphone',
  [Track.Source.Camera]: 'camera',
  [Track.Source.ScreenShare]: 'screen',
  [Track.Source.ScreenShareAudio]: 'screenAudio',
}

setLogLevel(LogLevel.silent)

/** Sends media once, to a LiveKit server, which passes on to each person what they see and hear. */
export class LiveKitTransport implements CallTransport {
  readonly #options: LiveKitOptions
  /** LiveKit's client reads it for each new connection. */
  readonly #configuration: RTCConfiguration
  readonly #sender = new LiveKitSender()
  readonly #absences = new Absences((id) => this.#options.onState(id, 'lost'))
  #room: Room | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #hasLeft = false

  constructor(options: LiveKitOptions) {
    this.#options = options
    this.#configuration = configurationOf(options.configuration)
  }

  join(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.#note(id, 'connecting')
    void this.#connect(this.#options.access)
  }

  async #connect({ url, token }: LiveKitAccess): Promise<void> {
    const room = new Room({
      adaptiveStream: true,
      dynacast: true,
      stopLocalTrackOnUnpublish: false,
      // a page that's left may come back from the browser's cache
      disconnectOnPageLeave: false,
    })
    this.#room = room
    this.#follow(room)
    try {
      await room.connect(url, token, { rtcConfig: this.#configuration, maxRetries: 0 })
    } catch {
      if (room === this.#room) this.#again()
      return
    }
    if (this.#hasLeft || room !== this.#room) return void room.disconnect(false)
    this.#attempts = 0
    for (const id of room.remoteParticipants.keys()) this.#note(id, 'connected')
    this.#sender.use(room.localParticipant)
  }

  #follow(room: Room): void {
    const isCurrent = () => room === this.#room && !this.#hasLeft
    let hasConnected = false
    const all = (state: 'interrupted' | 'connected') => {
      if (isCurrent()) for (const id of room.remoteParticipants.keys()) this.#note(id, state)
    }
    room
      .on(RoomEvent.Connected, () => {
        hasConnected = true
      })
      .on(RoomEvent.TrackSubscribed, (track, { source }, { identity }) => {
        const kind = kindOf[source]
        if (kind && isCurrent()) this.#options.onTrack(identity, kind, track.mediaStreamTrack)
      })
      .on(RoomEvent.ParticipantConnected, ({ identity }) => isCurrent() && this.#note(identity, 'connected'))
      .on(RoomEvent.ParticipantDisconnected, ({ identity }) => isCurrent() && this.#note(identity, 'interrupted'))
      .on(RoomEvent.Reconnecting, () => all('interrupted'))
      .on(RoomEvent.Reconnected, () => {
        all('connected')
        if (isCurrent()) this.#sender.retry()
      })
      .on(RoomEvent.Disconnected, (reason) => {
        if (!isCurrent() || this.#retry !== undefined) return
        if (reason === DisconnectReason.DUPLICATE_IDENTITY) return this.#options.onGone('moved')
        // `connect` throws, which retries
        if (!hasConnected) return
        for (const id of this.#absences.ids) this.#note(id, 'interrupted')
        all('interrupted')
        this.#again(removalNoticeMs)
      })
  }

  /** Connects with a new token after a pause, which gets longer with each failure. */
  #again(pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** this.#attempts)): void {
    if (this.#hasLeft || this.#retry !== undefined) return
    this.#attempts++
    this.#sender.use(undefined)
    this.#retry = setTimeout(async () => {
      try {
        const access = await this.#options.renew()
        this.#retry = undefined
        if (!this.#hasLeft) await this.#connect(access)
      } catch (problem) {
        this.#retry = undefined
        if (this.#options.isFinal(problem)) this.#options.onGone('ended')
        else this.#again()
      }
    }, pauseMs)
  }

  #note(sessionId: string, state: 'connecting' | 'connected' | 'interrupted'): void {
    if (state === 'connected') this.#absences.end(sessionId)
    else if (!this.#absences.begin(sessionId)) return
    this.#options.onState(sessionId, state)
  }

  publish(kind: MediaKind, track: MediaStreamTrack | null): void {
    this.#sender.publish(kind, track)
  }

  level(sessionId: string): number {
    // LiveKit doesn't forward the levels in the packets, and reports those of the loudest people
    return this.#room?.remoteParticipants.get(sessionId)?.audioLevel ?? 0
  }

  async reports(): Promise<ReadonlyMap<string, LinkReport>> {
    return this.#room ? reportsOf(this.#room) : new Map()
  }

  /** LiveKit's client reconnects by itself. If it gave up, this skips the pause before the next attempt. */
  reconnect(): void {
    if (this.#retry === undefined) return
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#attempts = 0
    this.#again(0)
  }

  // clients send each other nothing
  hear(): void {}

  remove(sessionId: string): void {
    this.#absences.depart(sessionId)
  }

  configure(next: RTCConfiguration): void {
    const isOtherPolicy = next.iceTransportPolicy !== this.#configuration.iceTransportPolicy
    Object.assign(this.#configuration, configurationOf(next))
    if (!isOtherPolicy) return
    const room = this.#room
    this.#room = undefined
    // the code that opened the tracks stops them
    void room?.disconnect(false)
    this.#attempts = 0
    this.#again(0)
  }

  attach(track: MediaStreamTrack, element: HTMLVideoElement): (() => void) | undefined {
    for (const participant of this.#room?.remoteParticipants.values() ?? []) {
      const found = publicationsOf(participant).find((one) => one.track?.mediaStreamTrack === track)?.track
      if (!found) continue
      found.attach(element)
      return () => void found.detach(element)
    }
    return undefined
  }

  leave(): void {
    this.#hasLeft = true
    clearTimeout(this.#retry)
    this.#absences.clear()
    this.#sender.use(undefined)
    for (const kind of mediaKinds) this.#sender.publish(kind, null)
    void this.#room?.disconnect(false)
  }
}

const publicationsOf = ({ trackPublications }: RemoteParticipant): TrackPublication[] => [...trackPublications.values()]

/** An empty list would replace LiveKit's own servers. */
function configurationOf({ iceServers = [], ...rest }: RTCConfiguration): RTCConfiguration {
  return iceServers.length > 0 ? { ...rest, iceServers } : rest
}
