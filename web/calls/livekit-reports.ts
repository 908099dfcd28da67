import type { RemoteParticipant, Room } from 'livekit-client'
import type { LinkReport } from './call-transport.ts'

/** There's one connection to the server, which is reported for each session. */
export async function reportsOf(room: Room): Promise<ReadonlyMap<string, LinkReport>> {
  const upload = await uploadOf(room)
  const all = [...room.remoteParticipants.values()].map(
    async (one) => [one.identity, { ...(await downloadOf(one)), ...upload }] as const,
  )
  return new Map(await Promise.all(all))
}

async function uploadOf({ localParticipant }: Room): Promise<Pick<LinkReport, 'uploadLoss' | 'isLimited'>> {
  let uploadLoss = 0
  let [sent, limited] = [0, 0]
  for (const { track } of localParticipant.trackPublications.values())
    for (const report of (await track?.sender?.getStats())?.values() ?? []) {
      if (report.type === 'remote-inbound-rtp') uploadLoss = Math.max(uploadLoss, report.fractionLost ?? 0)
      if (report.type !== 'outbound-rtp' || report.kind !== 'video' || report.active === false) continue
      sent++
      if (report.qualityLimitationReason === 'bandwidth') limited++
    }
  // a camera is sent in several sizes, so a large one that's limited isn't a problem by itself
  return { uploadLoss, isLimited: sent > 0 && limited === sent }
}

async function downloadOf({ trackPublications }: RemoteParticipant) {
  let [arrived, lost, rttMs] = [0, 0, 0]
  for (const { track } of trackPublications.values()) {
    const receiver = track && 'receiver' in track ? (track.receiver as RTCRtpReceiver | undefined) : undefined
    for (const report of (await receiver?.getStats())?.values() ?? []) {
      if (report.type === 'inbound-rtp') {
        arrived += report.packetsReceived ?? 0
        lost += report.packetsLost ?? 0
      } else if (report.type === 'candidate-pair' && report.nominated && report.state === 'succeeded')
        rttMs = Math.max(rttMs, (report.currentRoundTripTime ?? 0) * 1_000)
    }
  }
  return { arrived, lost, rttMs }
}
