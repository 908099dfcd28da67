import { parsedJson } from '#contract'
import {
  type CallTransport,
  type LinkReport,
  type MediaKind,
  mediaKinds,
  type TransportEvents,
} from './call-transport.ts'
import { Peer, type PeerSignal } from './peer.ts'

export interface MeshOptions extends TransportEvents {
  readonly sessionId: string
  readonly configuration: RTCConfiguration
  /** Sends a text to another session; resolves when the server has taken it. */
  send(to: string, text: string): Promise<unknown>
}

/** Bits per second by the number of other people, for the microphone and the screen independent of it. */
const microphoneBitrate = 32_000
const screenBitrate = 1_500_000
const cameraBitrate = (others: number): number => (others <= 1 ? 1_200_000 : others === 2 ? 500_000 : 250_000)
const cameraScale = (others: number): number => (others <= 2 ? 1 : 2)

const newPage = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

/** Sends sound and pictures directly from browser to browser. */
export class Mesh implements CallTransport {
  readonly #options: MeshOptions
  #configuration: RTCConfiguration
  /** New for each page, and for connections that replace all earlier ones. */
  #own = newPage()
  readonly #peers = new Map<string, { readonly peer: Peer; readonly page: string | undefined }>()
  readonly #tracks = new Map<MediaKind, MediaStreamTrack>()

  constructor(options: MeshOptions) {
    this.#options = options
    this.#configuration = options.configuration
  }

  join(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.#connect(id, undefined).open()
    this.#limit()
  }

  #connect(sessionId: string, page: string | undefined): Peer {
    this.#peers.get(sessionId)?.peer.close()
    const { onTrack, onState } = this.#options
    const peer = new Peer({
      configuration: this.#configuration,
      isPolite: this.#isPoliteTo(sessionId),
      tracks: this.#tracks,
      send: (signal) =>
        void this.#send(sessionId, { from: this.#own, to: this.#peers.get(sessionId)?.page, ...signal }),
      onTrack: (kind, track) => onTrack(sessionId, kind, track),
      onState: (state) => {
        if (state === 'connected') this.#limit()
        onState(sessionId, state)
      },
    })
    this.#peers.set(sessionId, { peer, page })
    onState(sessionId, 'connecting')
    return peer
  }

  /** Decides who yields when both sides offer at once. */
  #isPoliteTo(sessionId: string): boolean {
    return this.#options.sessionId < sessionId
  }

  async #send(to: string, signal: PeerSignal): Promise<void> {
    // lost signals are made up for by the peer's next offer
    await this.#options.send(to, JSON.stringify(signal)).catch(() => {})
  }

  /** A text from another session. */
  hear(from: string, text: string): void {
    const signal = parsedJson(text) as PeerSignal | null | undefined
    // another person's client may send anything
    if (typeof signal?.from !== 'string') return
    if (signal.to !== undefined && signal.to !== this.#own) return
    const known = this.#peers.get(from)
    const yields = known?.peer.isOpening && signal.description?.type === 'offer' && this.#isPoliteTo(from)
    const isSamePage = known && !yields && (known.page === undefined || known.page === signal.from)
    // a reloaded page, or a new participant
    if (!isSamePage && !signal.description) return
    const peer = known && isSamePage ? known.peer : this.#connect(from, signal.from)
    if (known?.page === undefined) this.#peers.set(from, { peer, page: signal.from })
    peer.hear(signal)
  }

  remove(sessionId: string): void {
    this.#peers.get(sessionId)?.peer.close()
    this.#peers.delete(sessionId)
    this.#limit()
  }

  publish(kind: MediaKind, track: MediaStreamTrack | null): void {
    if (track) this.#tracks.set(kind, track)
    else this.#tracks.delete(kind)
    for (const { peer } of this.#peers.values()) peer.publish(kind, track)
    this.#limit()
  }

  #limit(): void {
    const others = this.#peers.size
    for (const { peer } of this.#peers.values()) {
      void peer.limit('microphone', microphoneBitrate)
      void peer.limit('camera', cameraBitrate(others), cameraScale(others))
      void peer.limit('screen', screenBitrate)
    }
  }

  level(sessionId: string): number {
    return this.#peers.get(sessionId)?.peer.level ?? 0
  }

  async reports(): Promise<ReadonlyMap<string, LinkReport>> {
    const all = [...this.#peers].map(async ([id, { peer }]) => [id, await peer.report()] as const)
    return new Map(await Promise.all(all))
  }

  reconnect(): void {
    for (const { peer } of this.#peers.values()) peer.restart()
  }

  /** Continues with other servers; another policy needs new connections, since a restart keeps the path of the old ones. */
  configure(configuration: RTCConfiguration): void {
    const isOtherPolicy = configuration.iceTransportPolicy !== this.#configuration.iceTransportPolicy
    this.#configuration = configuration
    if (isOtherPolicy) {
      this.#own = newPage()
      this.join([...this.#peers.keys()])
    } else for (const { peer } of this.#peers.values()) peer.configure(configuration)
  }

  leave(): void {
    for (const { peer } of this.#peers.values()) peer.close()
    this.#peers.clear()
    for (const kind of mediaKinds) this.#tracks.delete(kind)
  }
}
