import { parsedJson } from '#contract'
import { keptChoice } from '../store/kept-choice.ts'

interface Volume {
  readonly volume: number
  readonly isMuted: boolean
}

/** By user ID, the latest change last; people who aren't listed are as loud as they can be. */
type Volumes = ReadonlyMap<number, Volume>

const maxKept = 200
const full: Volume = { volume: 1, isMuted: false }

function read(text: string | null): Volumes {
  const kept = text === null ? undefined : parsedJson(text)
  if (!Array.isArray(kept)) return new Map()
  return new Map(
    kept.flatMap((entry: unknown) => {
      const [id, one] = (Array.isArray(entry) ? entry : []) as [unknown?, Partial<Record<keyof Volume, unknown>>?]
      const volume = one?.volume
      return typeof id === 'number' && typeof volume === 'number' && volume >= 0 && volume <= 1
        ? [[id, { volume, isMuted: one?.isMuted === true }] as const]
        : []
    }),
  )
}

const write = (volumes: Volumes): string => JSON.stringify([...volumes])

const [volumes, keep] = keptChoice<Volumes>('call volumes', read, write)

export const volumeOf = (userId: number): number => (volumes.value.get(userId) ?? full).volume
/** Whether the user doesn't want to hear this person; others still do. */
export const isMutedHere = (userId: number): boolean => (volumes.value.get(userId) ?? full).isMuted

export function keepVolume(userId: number, next: Partial<{ volume: number; isMuted: boolean }>): void {
  const one = { ...(volumes.peek().get(userId) ?? full), ...next }
  const rest = [...volumes.peek()].filter(([id]) => id !== userId)
  const all = one.volume === 1 && !one.isMuted ? rest : [...rest, [userId, one] as const]
  keep(new Map(all.slice(-maxKept)))
}
