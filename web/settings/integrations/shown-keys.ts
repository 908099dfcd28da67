import { signal } from '@preact/signals'
import type { UserId } from '#contract'
import { getBotApiKey } from '../../../src/features/people/users/bot-api.ts'
import { api } from '../../transport/api.ts'
import { pageAddress } from '../../transport/place.ts'

/** API keys of bots that the user has asked to see, until the page is reloaded. */
const keys = signal<ReadonlyMap<number, string>>(new Map())

export const shownKey = (id: number): string | undefined => keys.value.get(id)
export function showKey(id: number, key: string): void {
  keys.value = new Map([...keys.value, [id, key]])
}

export function hideKey(id: number): void {
  keys.value = new Map([...keys.value].filter(([each]) => each !== id))
}

export const keyOf = async (bot_id: UserId): Promise<string> =>
  keys.peek().get(bot_id) ?? (await api.call(getBotApiKey, { bot_id })).api_key

export const urlOf = (tool: string, key: string): string => `${pageAddress()}api/v1/external/${tool}?api_key=${key}`
