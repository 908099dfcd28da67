import { signal } from '@preact/signals'
import { parsedJson } from '#contract'
import { keptChoice } from '../store/kept-choice.ts'

export const deviceKinds = ['microphone', 'camera', 'speaker'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** As `MediaDeviceInfo` names them. */
const kindOf: Readonly<Record<string, DeviceKind>> = {
  audioinput: 'microphone',
  videoinput: 'camera',
  audiooutput: 'speaker',
}

export interface Device {
  readonly kind: DeviceKind
  /** Empty before the browser allows this page to use the device. */
  readonly id: string
  readonly label: string
}

type Chosen = Readonly<Partial<Record<DeviceKind, string>>>

function readChosen(text: string | null): Chosen {
  const kept = text === null ? undefined : (parsedJson(text) as Record<string, unknown> | null | undefined)
  const entries = deviceKinds.flatMap((kind) => {
    const id = kept?.[kind]
    return typeof id === 'string' && id !== '' ? [[kind, id] as const] : []
  })
  return Object.fromEntries(entries)
}

const [chosen, keepChosen] = keptChoice<Chosen>('call devices', readChosen, JSON.stringify)

/** What this browser has, as far as it tells this page. */
export const devices = signal<readonly Device[]>([])

/** The device to use; undefined for the browser's default. */
export const chosenDevice = (kind: DeviceKind): string | undefined => chosen.value[kind]

export function keepDevice(kind: DeviceKind, id: string | undefined): void {
  const { [kind]: _before, ...rest } = chosen.peek()
  keepChosen(id === undefined ? rest : { ...rest, [kind]: id })
}

/** Undefined if the chosen device isn't connected: the default is used until it's back. */
export function connectedDevice(kind: DeviceKind): string | undefined {
  const id = chosenDevice(kind)
  return devices.value.some((device) => device.kind === kind && device.id === id) ? id : undefined
}

export async function findDevices(): Promise<void> {
  const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  devices.value = all.flatMap(({ kind, deviceId, label }) => {
    const known = kindOf[kind]
    // the browser's own entries for its default say the same as ours
    return known && deviceId !== 'default' && deviceId !== 'communications'
      ? [{ kind: known, id: deviceId, label }]
      : []
  })
}

/** Firefox and Chromium can play sound on a chosen speaker; Safari follows the system. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype

/** Calls back with what was connected and disconnected, until the returned function is called. */
export function followDevices(changed: (added: readonly Device[], removed: readonly Device[]) => void): () => void {
  const follow = async () => {
    const before = devices.peek()
    await findDevices()
    const now = devices.peek()
    const isIn = (list: readonly Device[], { kind, id }: Device) =>
      list.some((one) => one.kind === kind && one.id === id)
    changed(
      now.filter((one) => one.id !== '' && !isIn(before, one)),
      before.filter((one) => one.id !== '' && !isIn(now, one)),
    )
  }
  void findDevices()
  navigator.mediaDevices?.addEventListener('devicechange', follow)
  return () => navigator.mediaDevices?.removeEventListener('devicechange', follow)
}
