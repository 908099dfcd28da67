/** An open microphone that isn't sent, for the next time that the user holds the key: opening one takes too long. */
let standby: MediaStreamTrack | undefined

export const hasStandby = (): boolean => standby !== undefined
export const isStandby = (track: MediaStreamTrack): boolean => standby === track

export function stop(track: MediaStreamTrack): void {
  track.onended = null
  track.stop()
}

export function endStandby(): void {
  if (standby) stop(standby)
  standby = undefined
}

/** Keeps a microphone open but sends nothing. */
export function keepStandby(track: MediaStreamTrack): void {
  endStandby()
  track.enabled = false
  track.onended = () => {
    if (standby === track) standby = undefined
  }
  standby = track
}

export function takeStandby(): MediaStreamTrack | undefined {
  const track = standby
  standby = undefined
  if (track) track.enabled = true
  return track
}
