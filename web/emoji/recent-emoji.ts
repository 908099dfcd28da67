import { ownId } from '../store/people.ts'
import type { ChosenEmoji } from './reacting.ts'

const most = 18
const storageKey = () => `loquat recent emoji ${ownId.value}`

function isChosen(value: unknown): value is ChosenEmoji {
  const { emoji_name, emoji_code, reaction_type } = (value ?? {}) as Record<string, unknown>
  return [emoji_name, emoji_code, reaction_type].every((one) => typeof one === 'string')
}

export function recentEmoji(): readonly ChosenEmoji[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isChosen).slice(0, most) : []
  } catch {
    return []
  }
}

export function keepRecentEmoji({ emoji_name, emoji_code, reaction_type }: ChosenEmoji): void {
  const others = recentEmoji().filter((one) => one.emoji_code !== emoji_code || one.reaction_type !== reaction_type)
  try {
    const next = [{ emoji_name, emoji_code, reaction_type }, ...others].slice(0, most)
    localStorage.setItem(storageKey(), JSON.stringify(next))
  } catch {
    // no storage
  }
}
