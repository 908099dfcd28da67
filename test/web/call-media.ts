import type { Page } from 'playwright-core'

/** Lets a page tell which connections it opened. Call it before the page loads. */
export const watchConnections = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const opened: RTCPeerConnection[] = []
    Object.assign(window, { opened })
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        opened.push(this)
      }
    }
  })

interface Media {
  /** Of sound; silence has none. */
  readonly energy: number
  /** Of sound. */
  readonly packets: number
  readonly pictures: number
}

interface MediaOfConnection extends Media {
  /** Counts the page's connections from 0. */
  readonly id: number
  readonly isConnected: boolean
}

/** What arrived through each connection that isn't closed. */
export const perConnection = (page: Page): Promise<MediaOfConnection[]> =>
  page.evaluate(async () => {
    const { opened } = window as unknown as { opened: RTCPeerConnection[] }
    const open = opened.filter(({ connectionState }) => connectionState !== 'closed')
    return Promise.all(
      open.map(async (connection) => {
        const sum = {
          id: opened.indexOf(connection),
          isConnected: connection.connectionState === 'connected',
          energy: 0,
          packets: 0,
          pictures: 0,
        }
        for (const report of (await connection.getStats()).values()) {
          if (report.type !== 'inbound-rtp') continue
          if (report.kind === 'audio') {
            sum.energy += report.totalAudioEnergy ?? 0
            sum.packets += report.packetsReceived ?? 0
          } else sum.pictures += report.framesDecoded ?? 0
        }
        return sum
      }),
    )
  })

/** What arrived at a page since it loaded, and how many connections are up. */
export async function arrived(page: Page): Promise<Media & { readonly connections: number }> {
  const all = await perConnection(page)
  const total = (what: keyof Media) => all.reduce((sum, one) => sum + one[what], 0)
  return {
    energy: total('energy'),
    packets: total('packets'),
    pictures: total('pictures'),
    connections: all.filter(({ isConnected }) => isConnected).length,
  }
}

/** Waits until more sound, or pictures, arrive. */
export async function flows(page: Page, what: 'energy' | 'packets' | 'pictures'): Promise<void> {
  const before = (await arrived(page))[what]
  const deadline = Date.now() + 120_000
  while ((await arrived(page))[what] <= before) {
    if (Date.now() > deadline)
      throw new Error(`no ${what} arrived: ${JSON.stringify([await arrived(page), await statesOf(page)])}`)
    await page.waitForTimeout(200)
  }
}

/** For errors: how far each connection got, and how many candidates each side has. */
const statesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const candidates = (description: RTCSessionDescription | null) =>
      description?.sdp.match(/^a=candidate/gm)?.length ?? 0
    return (window as unknown as { opened: RTCPeerConnection[] }).opened.map((one) =>
      [
        ...[one.connectionState, one.iceConnectionState, one.iceGatheringState, one.signalingState],
        ...[candidates(one.localDescription), candidates(one.remoteDescription)],
      ].join(' '),
    )
  })

/** Waits until a page hears nothing for longer than the pause between two beeps of the test devices. */
export async function isSilent(page: Page): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const before = await arrived(page)
    await page.waitForTimeout(2_000)
    const now = await arrived(page)
    if (now.energy === before.energy) return
    if (Date.now() > deadline) throw new Error(`it is still heard: ${JSON.stringify([before, now])}`)
  }
}

interface SelectedPair {
  readonly local: string
  readonly remote: string
  readonly packets: number
}

/** The candidate types that a page's connections use, and the packets of sound that came through each. */
export const selectedPairs = (page: Page): Promise<SelectedPair[]> =>
  page.evaluate(async () => {
    const { opened } = window as unknown as { opened: RTCPeerConnection[] }
    const pairs: SelectedPair[] = []
    for (const connection of opened.filter(({ connectionState }) => connectionState === 'connected')) {
      const stats = new Map<string, Record<string, unknown>>()
      for (const report of (await connection.getStats()).values()) stats.set(report.id, report)
      const of = (type: string) => [...stats.values()].filter((report) => report.type === type)
      const packets = of('inbound-rtp')
        .filter(({ kind }) => kind === 'audio')
        .reduce((sum, { packetsReceived }) => sum + Number(packetsReceived ?? 0), 0)
      for (const { selectedCandidatePairId } of of('transport')) {
        const pair = stats.get(String(selectedCandidatePairId))
        const typeOf = (id: unknown) => String(stats.get(String(id))?.candidateType)
        pairs.push({ local: typeOf(pair?.localCandidateId), remote: typeOf(pair?.remoteCandidateId), packets })
      }
    }
    return pairs
  })

/**
 * Gives a page a microphone with a steady sound, because the test devices' beeps are too short to count as speaking. Call
 * it before the page loads.
 */
export const talks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator
    const original = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await original(constraints)
      if (!constraints?.audio) return stream
      const context = new AudioContext()
      const tone = new OscillatorNode(context, { frequency: 220 })
      const destination = context.createMediaStreamDestination()
      tone.connect(destination)
      tone.start()
      for (const track of stream.getAudioTracks()) stream.removeTrack(track)
      for (const track of destination.stream.getAudioTracks()) stream.addTrack(track)
      return stream
    }
  })
