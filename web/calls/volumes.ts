import { parsedJson } from '#contract'
import { keptChoice } from '../store/kept-choice.ts'

/** By user ID; people who aren't listed are as loud as they can be. */
type Volumes = Readonly<Record<string, { readonly volume: number; readonly isMuted: boolean }>>

const maxKept = 200
const full = { volume: 1, isMuted: false }

function read(text: string | null): Volumes {
  const kept = text === null ? undefined : parsedJson(text)
  if (typeof kept !== 'object' || kept === null) return {}
  const entries = Object.entries(kept as Record<string, { volume?: unknown; isMuted?: unknown } | null>)
  return Object.fromEntries(
    entries.slice(-maxKept).flatMap(([id, one]) => {
      const volume = one?.volume
      return typeof volume === 'number' && volume >= 0 && volume <= 1
        ? [[id, { volume, isMuted: one?.isMuted === true }] as const]
        : []
    }),
  )
}

const [volumes, keep] = keptChoice<Volumes>('call volumes', read, JSON.stringify)

export const volumeOf = (userId: number): number => (volumes.value[userId] ?? full).volume
/** Whether the user doesn't want to hear this person; others still do. */
export const isMutedHere = (userId: number): boolean => (volumes.value[userId] ?? full).isMuted

export function keepVolume(userId: number, next: Partial<{ volume: number; isMuted: boolean }>): void {
  const { [userId]: before = full, ...rest } = volumes.peek()
  const one = { ...before, ...next }
  keep(one.volume === 1 && !one.isMuted ? rest : { ...rest, [userId]: one })
}
