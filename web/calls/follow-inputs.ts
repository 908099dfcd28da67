import { effect } from '@preact/signals'
import { followDevices } from './devices.ts'
import { devicesChanged, followPushToTalk, hold } from './own-tracks.ts'
import { followSpaceBar, pushesToTalk } from './push-to-talk.ts'

/** Follows devices and the key to talk during a call; returns how to end that. */
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
