import { type LinkReport, type LinkState, lostMs, type MediaKind, mediaKinds } from './call-transport.ts'
import { withoutStrayFeedback } from './session-description.ts'

/**
 * A signaling message between two browsers. `from` and `to` identify page loads, to tell a reloaded page apart from its
 * previous connection. `to` is absent until the other page is known.
 */
export interface PeerSignal {
  readonly from: string
  readonly to?: string | undefined
  readonly description?: RTCSessionDescriptionInit
  readonly candidates?: readonly RTCIceCandidateInit[]
}

interface PeerOptions {
  readonly configuration: RTCConfiguration
  /** The polite side gives way when both offer at once. */
  readonly isPolite: boolean
  readonly tracks: ReadonlyMap<MediaKind, MediaStreamTrack>
  send(signal: Omit<PeerSignal, 'from' | 'to'>): void
  onTrack(kind: MediaKind, track: MediaStreamTrack): void
  onState(state: LinkState): void
}

/** Candidates found within this time travel in one request. */
const candidateBatchMs = 40
/** A short interruption often heals by itself. */
const interruptedMs = 3_000
/** An offer without an answer for this long was lost, as during a restart of the server. */
const unansweredMs = 8_000

/** The connection to one other session: four fixed lines each way, so that turning anything on needs no negotiation. */
export class Peer {
  readonly #options: PeerOptions
  readonly #connection: RTCPeerConnection
  #steps: Promise<void> = Promise.resolve()
  #isOffering = false
  #ignoresOffer = false
  #candidates: RTCIceCandidateInit[] = []
  /** The other side's candidates that arrived before its description. */
  #early: RTCIceCandidateInit[] = []
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #interruption: ReturnType<typeof setTimeout> | undefined
  #unanswered: ReturnType<typeof setTimeout> | undefined
  #isOpening = false
  #isClosed = false

  constructor(options: PeerOptions) {
    this.#options = options
    const connection = new RTCPeerConnection(options.configuration)
    this.#connection = connection
    connection.onnegotiationneeded = () => void this.#offer()
    connection.onicecandidate = ({ candidate }) => candidate && this.#gather(candidate.toJSON())
    connection.onconnectionstatechange = () => this.#follow(connection.connectionState)
    connection.ontrack = ({ transceiver, track }) => {
      const kind = mediaKinds[connection.getTransceivers().indexOf(transceiver)]
      if (kind) options.onTrack(kind, track)
    }
  }

  /** True until the first offer is answered. An incoming offer has its own transceivers, so both can't be applied. */
  get isOpening(): boolean {
    return this.#isOpening
  }

  /** Creates the lines, which makes this side offer. */
  open(): void {
    this.#isOpening = true
    for (const kind of mediaKinds) {
      const line = this.#connection.addTransceiver(kind === 'camera' || kind === 'screen' ? 'video' : 'audio', {
        direction: 'sendrecv',
      })
      preferCodecs(line)
    }
    void this.#sendTracks()
  }

  async #sendTracks(): Promise<void> {
    const lines = this.#connection.getTransceivers()
    await Promise.all(
      mediaKinds.map((kind, at) => lines[at]?.sender.replaceTrack(this.#options.tracks.get(kind) ?? null)),
    )
  }

  publish(kind: MediaKind, track: MediaStreamTrack | null): void {
    void this.#connection.getTransceivers()[mediaKinds.indexOf(kind)]?.sender.replaceTrack(track)
  }

  /** Limits what this side sends, in bits per second, and scales its camera down. */
  async limit(kind: MediaKind, maxBitrate: number, scaleResolutionDownBy = 1): Promise<void> {
    const sender = this.#connection.getTransceivers()[mediaKinds.indexOf(kind)]?.sender
    const parameters = sender?.getParameters()
    const [encoding] = parameters?.encodings ?? []
    if (!sender || !parameters || !encoding) return
    encoding.maxBitrate = maxBitrate
    if (kind === 'camera') encoding.scaleResolutionDownBy = scaleResolutionDownBy
    await sender.setParameters(parameters).catch(() => {})
  }

  get level(): number {
    const receiver = this.#connection.getTransceivers()[0]?.receiver
    return receiver?.getSynchronizationSources()[0]?.audioLevel ?? 0
  }

  async report(): Promise<LinkReport> {
    let [arrived, lost, uploadLoss, rttMs, isLimited] = [0, 0, 0, 0, false]
    for (const report of (await this.#connection.getStats()).values()) {
      if (report.type === 'inbound-rtp') {
        arrived += report.packetsReceived ?? 0
        lost += report.packetsLost ?? 0
      } else if (report.type === 'remote-inbound-rtp') uploadLoss = Math.max(uploadLoss, report.fractionLost ?? 0)
      else if (report.type === 'outbound-rtp') isLimited ||= report.qualityLimitationReason === 'bandwidth'
      else if (report.type === 'candidate-pair' && report.nominated && report.state === 'succeeded')
        rttMs = Math.max(rttMs, (report.currentRoundTripTime ?? 0) * 1_000)
    }
    return { arrived, lost, rttMs, uploadLoss, isLimited }
  }

  restart(): void {
    if (!this.#isClosed) this.#connection.restartIce()
  }

  configure(configuration: RTCConfiguration): void {
    if (this.#isClosed) return
    this.#connection.setConfiguration(configuration)
    this.restart()
  }

  /** Takes the other side's words one after the other. */
  hear(signal: PeerSignal): void {
    if (signal.description?.type === 'answer') this.#isOpening = false
    this.#steps = this.#steps.then(() => this.#take(signal)).catch(() => this.restart())
  }

  async #take({ description, candidates = [] }: PeerSignal): Promise<void> {
    const connection = this.#connection
    if (this.#isClosed) return
    if (description) {
      const isBusy = this.#isOpening || this.#isOffering || connection.signalingState !== 'stable'
      const collides = description.type === 'offer' && isBusy
      this.#ignoresOffer = !this.#options.isPolite && collides
      if (this.#ignoresOffer) return
      await connection.setRemoteDescription(description)
      this.#answered()
      if (description.type === 'offer') {
        for (const line of connection.getTransceivers()) {
          line.direction = 'sendrecv'
          preferCodecs(line)
        }
        await this.#sendTracks()
        await connection.setLocalDescription()
        this.#describe()
      }
    }
    if (!connection.remoteDescription) {
      // requests can arrive out of order
      if (!this.#ignoresOffer) this.#early.push(...candidates)
      return
    }
    for (const candidate of [...this.#early.splice(0), ...candidates])
      await connection.addIceCandidate(candidate).catch((problem: unknown) => {
        if (!this.#ignoresOffer) throw problem
      })
  }

  async #offer(): Promise<void> {
    const connection = this.#connection
    try {
      this.#isOffering = true
      await connection.setLocalDescription()
      if (connection.localDescription?.type !== 'offer') return
      this.#describe()
      this.#unanswered ??= this.#after(unansweredMs, () => {
        this.#unanswered = undefined
        // `restartIce` alone would wait for the answer
        if (connection.signalingState === 'have-local-offer') void this.#offer()
      })
    } catch {
      // the other side's offer came first, or the connection was closed
    } finally {
      this.#isOffering = false
    }
  }

  #describe(): void {
    const { type, sdp } = this.#connection.localDescription ?? {}
    if (type && sdp) this.#options.send({ description: { type, sdp: withoutStrayFeedback(sdp) } })
  }

  #answered(): void {
    clearTimeout(this.#unanswered)
    this.#unanswered = undefined
  }

  #gather(candidate: RTCIceCandidateInit): void {
    this.#candidates.push(candidate)
    if (this.#candidates.length > 1) return
    this.#after(candidateBatchMs, () => this.#options.send({ candidates: this.#candidates.splice(0) }))
  }

  #follow(state: RTCPeerConnectionState): void {
    if (this.#isClosed || state === 'closed') return
    clearTimeout(this.#interruption)
    if (state === 'connected') this.#options.onState('connected')
    if (state !== 'disconnected' && state !== 'failed') return
    this.#options.onState('interrupted')
    if (state === 'failed') this.restart()
    this.#interruption = this.#after(interruptedMs, () => {
      this.restart()
      this.#interruption = this.#after(lostMs - interruptedMs, () => this.#options.onState('lost'))
    })
  }

  #after(ms: number, run: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#isClosed) run()
    }, ms)
    this.#timers.add(timer)
    return timer
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#connection.close()
  }
}

/** One codec each keeps descriptions short: Opus for sound, VP8 and H.264 for pictures. */
function preferCodecs(line: RTCRtpTransceiver): void {
  const kind = line.receiver.track.kind
  const known = RTCRtpReceiver.getCapabilities(kind)?.codecs ?? []
  const wanted = known.filter(({ mimeType }) => (kind === 'audio' ? /opus/i : /vp8|rtx/i).test(mimeType))
  const h264 = known.find(({ mimeType, sdpFmtpLine = '' }) => /h264/i.test(mimeType) && /42e01f/i.test(sdpFmtpLine))
  const codecs = h264 ? [...wanted, h264] : wanted
  if (codecs.length > 0) line.setCodecPreferences?.(codecs)
}
