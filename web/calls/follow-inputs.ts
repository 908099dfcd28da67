import { effect } from '@preact/signals'
import { followDevices } from './devices.ts'
import { devicesChanged, followPushToTalk, hold } from './own-tracks.ts'
import { followSpaceBar, pushesToTalk } from './push-to-talk.ts'

/** Follows devices and the push-to-talk key during a call; returns how to stop. */
export function followInputs(): () => void {
  const stops = [
    followDevices(devicesChanged),
    followSpaceBar(hold),
    effect(() => {
      pushesToTalk.value
      followPushToTalk()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
